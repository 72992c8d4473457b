import { type Action, failure, redactValues } from "@hf-terraform/framework";
import {
  type CallOptions,
  type HuggingFace,
  mayHaveTakenEffect,
  type SpaceRuntime,
  WaitError,
} from "@hf-terraform/client";
import { quoteWords } from "../object/errors.ts";
import { formerName } from "../repo/repo_parent.ts";
import { sameName } from "../schema/same.ts";
import { defineRequestAction } from "../define/request.ts";
import { parseHubId } from "../schema/ids.ts";
import { milliseconds, requireText, waitInputs } from "../define/inputs.ts";
import { lastSpaceLog } from "./wait.ts";
import { parsesAs } from "../schema/validators.ts";

function spaceAction({ verb, description, until, send }: {
  readonly verb: string;
  readonly description: string;
  readonly until: "RUNNING" | "PAUSED";
  send(
    spaces: HuggingFace["spaces"],
    id: string,
    once: CallOptions,
  ): Promise<SpaceRuntime>;
}): Action {
  return defineRequestAction({
    typeName: `huggingface_space_${verb}`,
    access: { permission: "repo.write" },
    description,
    attributes: {
      space: requireText(
        "The Space: `namespace/name`, which is `id` of `huggingface_space`.",
        parsesAs((id) => parseHubId("space", id)),
      ),
      ...waitInputs(`the stage is \`${until}\``, "30m"),
    },
    failed({ space }) {
      const { namespace, name } = parseHubId("space", space);
      const summary = `Cannot ${verb} the Space ${namespace}/${name}`;
      return { summary, namespace };
    },
    adviceIfLost:
      "Look at the page of the Space, and run the action again if " +
      "its stage is not as it is to be.",
    async send({ config, client, signal, progress, logs }) {
      const { spaces } = client;
      const { namespace, name } = parseHubId("space", config.space);
      const id = `${namespace}/${name}`;
      const assertName = async () => {
        const space = { type: "space", id } as const;
        const now = await client.repos.get(space, undefined, { signal });
        if (!sameName(now.id, id)) throw formerName(id, now.id, "space");
      };
      await assertName();
      let last: unknown = null;
      const tell = ({ stage }: SpaceRuntime) => {
        if (stage === last) return;
        last = stage;
        progress`Space ${id} is in stage ${stage ?? "unknown"}`;
        const log = config.wait === false ? undefined : logOf(stage);
        if (log === undefined) return;
        logs.show(log, async function* (signal) {
          const lines = spaces.logs.follow(id, log, {}, { signal });
          for await (const { data } of lines) yield data;
        });
      };
      const once: CallOptions = {
        signal,
        mayRepeat: async (error) =>
          !mayHaveTakenEffect(error) && await assertName().then(() => true),
      };
      tell(await send(spaces, id, once));
      if (config.wait === false) return;
      const wait = spaces.waitFor(id, {
        signal,
        until,
        timeoutMs: milliseconds(config.timeout ?? "30m"),
        onChange: tell,
      });
      await wait.catch(async (error: unknown) => {
        if (!(error instanceof WaitError)) throw error;
        const { stage = "unknown", errorMessage: message } = error.last;
        const [ends, ...log] = await lastSpaceLog(id, stage, spaces, signal);
        const why = message == null ? "" : ` ${quoteWords(message)}.`;
        throw failure(
          redactValues`Space ${id} stays in stage ${stage}`,
          [redactValues`It does not go on by itself.${why} ` + ends, ...log],
        );
      });
    },
  });
}

/** The log that tells how a Space in a stage goes on; undefined: none. */
function logOf(stage = ""): "build" | "run" | undefined {
  if (stage.endsWith("BUILDING")) return "build";
  return stage.endsWith("APP_STARTING") ? "run" : undefined;
}

export const spaceRestartAction = spaceAction({
  verb: "restart",
  description:
    "Restarts a Space, also one that sleeps or is paused, and waits " +
    "until it runs.",
  until: "RUNNING",
  send: (spaces, id, once) => spaces.restart(id, {}, once),
});

export const spaceRebuildAction = spaceAction({
  verb: "rebuild",
  description:
    "Builds a Space again without any cache (a factory rebuild), also " +
    "one that sleeps or is paused, and waits until it runs.",
  until: "RUNNING",
  send: (spaces, id, once) => spaces.restart(id, { factoryReset: true }, once),
});

export const spacePauseAction = spaceAction({
  verb: "pause",
  description:
    "Pauses a Space: it costs nothing until it is restarted. Where " +
    "`huggingface_space` manages it with `paused = false`, the next apply " +
    "restarts it.",
  until: "PAUSED",
  send: (spaces, id, once) => spaces.pause(id, once),
});
