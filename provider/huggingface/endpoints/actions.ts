import { type Action, failure, redactValues } from "@hf-terraform/framework";
import { type Endpoint, WaitError } from "@hf-terraform/client";
import { quoteWords } from "../object/errors.ts";
import { defineRequestAction } from "../define/request.ts";
import { parseEndpointId } from "../schema/ids.ts";
import { milliseconds, requireText, waitInputs } from "../define/inputs.ts";
import { parsesAs } from "../schema/validators.ts";
import { lastLog } from "./lifecycle.ts";
import { messageOf } from "./schema.ts";

function endpointAction({ verb, until, method, ...kind }: {
  readonly verb: string;
  readonly description: string;
  readonly until: string;
  readonly method: "pause" | "resume" | "scaleToZero";
}): Action {
  return defineRequestAction({
    ...kind,
    typeName: `huggingface_endpoint_${verb.replaceAll(" ", "_")}`,
    access: { permission: "inference.endpoints.write" },
    attributes: {
      endpoint: requireText(
        "The endpoint: `namespace/name`, which is `id` of " +
          "`huggingface_endpoint`.",
        parsesAs(parseEndpointId),
      ),
      ...waitInputs(`the endpoint is \`${until}\``, "30m"),
    },
    failed({ endpoint }) {
      const { namespace, name } = parseEndpointId(endpoint);
      const summary = `Cannot ${verb} the endpoint ${namespace}/${name}`;
      return { summary, namespace };
    },
    adviceIfLost: "Look at the state of the endpoint on its page, and run " +
      "the action again if it is not as it is to be.",
    async send({ config, client: { endpoints }, logs, ...context }) {
      const { signal, progress } = context;
      const { namespace, name } = parseEndpointId(config.endpoint);
      const id = `${namespace}/${name}`;
      // What the container before it said is old.
      const follow = (signal: AbortSignal) =>
        endpoints.logs.follow(id, { tail: 1 }, { signal });
      let last: unknown = null;
      const tell = ({ status }: Endpoint) => {
        if (status.state === last) return;
        last = status.state;
        const why = messageOf(status);
        progress`Endpoint ${id} is ${last}${why ? `: ${quoteWords(why)}` : ""}`;
        const isShown = config.wait !== false && until === "running";
        if (isShown) logs.show("log", follow);
      };
      tell(await endpoints[method](id, { signal }));
      if (config.wait === false) return;
      const wait = endpoints.waitFor(id, {
        signal,
        until: ({ status }) => status.state === until,
        // Right after the request it may be seen as it was before.
        paused: "wait",
        scaledToZero: "wait",
        timeoutMs: milliseconds(config.timeout ?? "30m"),
        onChange: tell,
      });
      await wait.catch(async (error: unknown) => {
        if (!(error instanceof WaitError)) throw error;
        const { state, message } = error.last.status;
        const [ends, ...log] = await lastLog(endpoints, id, signal);
        const why = redactValues`\`${state}\`: ${quoteWords(message ?? "")}. `;
        const status = `Current status: ${why}${ends}`;
        throw failure(`Endpoint ${id} failed`, [status, ...log]);
      });
    },
  });
}

export const endpointPauseAction = endpointAction({
  verb: "pause",
  description: "Pauses an Inference Endpoint: it costs nothing and answers " +
    "nothing until it is resumed. Where `huggingface_endpoint` manages it with " +
    "`paused = false`, the next apply resumes it.",
  until: "paused",
  method: "pause",
});

export const endpointResumeAction = endpointAction({
  verb: "resume",
  description: "Resumes a paused Inference Endpoint, and waits until it runs.",
  until: "running",
  method: "resume",
});

export const endpointScaleToZeroAction = endpointAction({
  verb: "scale to zero",
  description: "Stops all replicas of an Inference Endpoint now. The next " +
    "request starts them again.",
  until: "scaledToZero",
  method: "scaleToZero",
});
