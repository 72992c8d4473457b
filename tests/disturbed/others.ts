/**
 * Interference of others with a resource at work: they rename its object, take
 * its old name, or write to it between a read and a write.
 *
 * @module
 */

import type { ResourceSample as Sample } from "../support/samples.ts";
import type { Ask, Disturbance } from "./world.ts";
import { type Deed, type Trace, writers } from "./writers.ts";

const hub = "https://huggingface.co";
const endpoints = "https://api.endpoints.huggingface.cloud";

type Kind = "model" | "dataset" | "space" | "bucket";

/** The object of a resource, or its parent. */
interface Target {
  readonly kind: Kind;
  /** The names that it has in its life. */
  readonly names: readonly string[];
  /** Whether it is not the resource itself, which renames it back. */
  readonly isOwner?: true;
}

const own = (kind: Kind): Target => ({ kind, names: ["x", "renamed"] });
const owner: Target = { kind: "model", names: ["m"], isOwner: true };
const shared: Target = { kind: "space", names: ["app"], isOwner: true };

const named: Readonly<Record<string, Target>> = {
  huggingface_model: own("model"),
  huggingface_dataset: own("dataset"),
  huggingface_space: own("space"),
  huggingface_bucket: own("bucket"),
  huggingface_repo_files: owner,
  huggingface_repo_file: owner,
  huggingface_repo_branch: owner,
  huggingface_repo_tag: owner,
  huggingface_repo_access_grant: owner,
  huggingface_space_secret: shared,
  huggingface_space_variable: shared,
};

const api = (kind: Kind, name: string) => `${hub}/api/${kind}s/acme/${name}`;

const nothing = async () => {};

const textAt = (url: string, ask: Ask) => async () =>
  await (await ask("GET", url)).text();

/** The name that it has now; undefined: it is not there. */
async function nameOf(
  { kind, names }: Target,
  ask: Ask,
): Promise<string | undefined> {
  for (const name of names) {
    if ((await ask("GET", api(kind, name))).ok) return name;
  }
  return undefined;
}

async function move(kind: Kind, from: string, to: string, ask: Ask) {
  await ask("POST", `${hub}/api/repos/move`, {
    type: kind,
    fromRepo: `acme/${from}`,
    toRepo: `acme/${to}`,
  });
}

/** Somebody gives it another name. */
function renameDeed(of: Target): Deed {
  return {
    name: "a rename outside",
    does: async (ask) => {
      const name = await nameOf(of, ask);
      if (name !== undefined) await move(of.kind, name, "elsewhere", ask);
      return {
        see: nothing,
        undo: async () => {
          if (!of.isOwner || name === undefined) return;
          await move(of.kind, "elsewhere", name, ask);
        },
      };
    },
  };
}

/** Somebody gives it another name, and somebody takes the old one. */
function takeNameDeed(of: Target): Deed {
  return {
    name: "a stranger in the old name",
    isBetween: true,
    does: async (ask) => {
      const { kind } = of;
      const name = await nameOf(of, ask);
      if (name !== undefined) await move(kind, name, "elsewhere", ask);
      const taken = name ?? of.names[0] ?? "";
      await (kind === "bucket"
        ? ask("POST", api(kind, taken), {})
        : ask("POST", `${hub}/api/repos/create`, {
          type: kind,
          organization: "acme",
          name: taken,
          ...kind === "space" && { sdk: "docker" },
        }));
      return {
        see: textAt(api(kind, taken), ask),
        undo: async () => {
          await (kind === "bucket"
            ? ask("DELETE", api(kind, taken))
            : ask("DELETE", `${hub}/api/repos/delete`, {
              type: kind,
              organization: "acme",
              name: taken,
            }));
          if (of.isOwner) await move(kind, "elsewhere", taken, ask);
        },
      };
    },
  };
}

/** Somebody commits a file of theirs. */
function commitDeed(of: Target): Deed {
  const commit = (name: string, ask: Ask, ...lines: readonly object[]) =>
    ask(
      "POST",
      `${api(of.kind, name)}/commit/main`,
      [{ key: "header", value: { summary: "Theirs" } }, ...lines]
        .map((line) => JSON.stringify(line)).join("\n"),
    );
  return {
    name: "a second writer",
    does: async (ask) => {
      const name = await nameOf(of, ask);
      if (name === undefined) return { see: nothing, undo: nothing };
      await commit(name, ask, {
        key: "file",
        value: { path: "theirs.txt", content: "theirs", encoding: "utf-8" },
      });
      const area = of.kind === "model" ? "" : `${of.kind}s/`;
      const file = `${hub}/${area}acme/${name}/raw/main/theirs.txt`;
      return {
        see: of.isOwner ? textAt(file, ask) : nothing,
        undo: async () => {
          const now = await nameOf(of, ask);
          if (now === undefined) return;
          await commit(now, ask, {
            key: "deletedFile",
            value: { path: "theirs.txt" },
          });
        },
      };
    },
  };
}

/** Somebody sets another variable of the Space. */
const keyed: Deed = {
  name: "a second writer",
  does: async (ask) => {
    const variables = `${api("space", "app")}/variables`;
    await ask("POST", variables, { key: "NEWER", value: "theirs" });
    return {
      see: nothing,
      undo: () => ask("DELETE", variables, { key: "NEWER" }),
    };
  },
};

/** Somebody scales the endpoint. */
const scaled: Deed = {
  name: "a second writer",
  does: async (ask) => {
    await ask("PUT", `${endpoints}/v2/endpoint/acme/x`, {
      compute: { scaling: { minReplica: 1, maxReplica: 3 } },
    });
    return { see: nothing, undo: nothing };
  },
};

/** Lists the acts of others that can meet a resource. */
export function deedsOf({ typeName }: Sample): readonly Deed[] {
  if (typeName === "huggingface_endpoint") return [scaled];
  const of = named[typeName];
  if (of === undefined) return [writers[typeName] ?? []].flat();
  // The content of a model or dataset is not its own business.
  const isHolder = !of.isOwner && of.kind !== "space";
  const writer = isHolder ? [] : [of === shared ? keyed : commitDeed(of)];
  return [renameDeed(of), takeNameDeed(of), ...writer];
}

/** A deed as what happens to a request; `left` is told what it left. */
export function disturbanceOf(
  { name, does }: Deed,
  left: (trace: Trace) => void,
): Disturbance {
  return {
    name,
    canLast: false,
    answer: async ({ ask, serve }) => {
      // An error here would be taken for one of the network.
      left(
        await does(ask).catch((error) => ({
          see: nothing,
          undo: () => Promise.reject(error),
        })),
      );
      return await serve();
    },
  };
}

/** Whether a deed makes a new resource belong to another one: that is right. */
export function isMeant({ typeName }: Sample, { name }: Deed, step: number) {
  return step === 0 && name === "a stranger in the old name" &&
    named[typeName]?.isOwner === true;
}
