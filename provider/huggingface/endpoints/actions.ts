import { type Action, failure, redactSecrets } from "@hf-terraform/framework";
import { WaitError } from "@hf-terraform/client";
import { onceAction } from "../define/request.ts";
import { parseEndpointId } from "../schema/ids.ts";
import { milliseconds, requireText, waitInputs } from "../define/inputs.ts";
import { readBy } from "../schema/validators.ts";
import { endpointReads, lastLog } from "./lifecycle.ts";
import { messageOf } from "./schema.ts";
import { ShownLogs } from "../define/shown_logs.ts";

interface Kind {
  readonly verb: string;
  readonly description: string;
  readonly until: readonly string[];
  readonly method: "pause" | "resume" | "scaleToZero";
}

function endpointAction({ verb, until, method, ...kind }: Kind): Action {
  const states = until.map((state) => `\`${state}\``).join(" or ");
  return onceAction({
    ...kind,
    typeName: `huggingface_endpoint_${verb.replaceAll(" ", "_")}`,
    access: { permission: "inference.endpoints.write" },
    attributes: {
      endpoint: requireText(
        "The endpoint: `namespace/name`, which is `id` of " +
          "`huggingface_endpoint`.",
        readBy(parseEndpointId),
      ),
      ...waitInputs(`the endpoint is ${states}`, "30m"),
    },
    failed({ endpoint }) {
      const { namespace, name } = parseEndpointId(endpoint);
      const summary = `Cannot ${verb} the endpoint ${namespace}/${name}`;
      return { summary, namespace };
    },
    adviceIfLost:
      "Look at the state of the endpoint on its page, and run the " +
      "action again if it is not as it is to be.",
    async send({ config, client: { endpoints }, provider, ...context }) {
      const { signal, progress } = context;
      const { namespace, name } = parseEndpointId(config.endpoint);
      const id = `${namespace}/${name}`;
      const logs = new ShownLogs({ signal, progress });
      const showLog = () => {
        if (!until.includes("running")) return;
        logs.show(
          "log",
          // What the container before it said is old.
          (signal) => endpoints.logs.follow(id, { tail: 1 }, { signal }),
        );
      };
      try {
        const sent = await endpoints[method](id, { signal });
        let { state } = sent.status;
        progress(`Endpoint ${id} is ${state}`);
        if (config.wait === false) return;
        showLog();
        await endpoints.waitFor(id, {
          signal,
          until: ({ status }) => until.includes(status.state ?? ""),
          // Right after the request it may be seen as it was before.
          paused: "wait",
          scaledToZero: "wait",
          timeoutMs: milliseconds(config.timeout ?? "30m"),
          onChange: ({ status }) => {
            if (status.state === state) return;
            state = status.state;
            const why = messageOf(status);
            const more = why ? `: ${redactSecrets(why)}` : "";
            progress(`Endpoint ${id} is ${state}${more}`);
            showLog();
          },
        });
      } catch (error) {
        if (!(error instanceof WaitError)) throw error;
        const { state, message } = error.last.status;
        const log = await lastLog(endpoints, id, signal);
        throw failure(
          `Endpoint ${id} failed`,
          `Current status: \`${state}\`: ${redactSecrets(message ?? "")}. ` +
            log,
        );
      } finally {
        await logs.end();
        endpointReads(provider).forget();
      }
    },
  });
}

/** The action `huggingface_endpoint_pause`. */
export const endpointPauseAction: Action = endpointAction({
  verb: "pause",
  description: "Pauses an Inference Endpoint: it costs nothing and answers " +
    "nothing until it is resumed. Where `huggingface_endpoint` manages it with " +
    "`paused = false`, the next apply resumes it.",
  until: ["paused"],
  method: "pause",
});

/** The action `huggingface_endpoint_resume`. */
export const endpointResumeAction: Action = endpointAction({
  verb: "resume",
  description: "Resumes a paused Inference Endpoint, and waits until it runs.",
  until: ["running"],
  method: "resume",
});

/** The action `huggingface_endpoint_scale_to_zero`. */
export const endpointScaleToZeroAction: Action = endpointAction({
  verb: "scale to zero",
  description: "Stops all replicas of an Inference Endpoint now. The next " +
    "request starts them again.",
  until: ["scaledToZero"],
  method: "scaleToZero",
});
