import type { RepoInfo, SpaceRuntime } from "@hf-terraform/client";
import type { NewRepo } from "../repo/repo_object.ts";

export type Texts = Readonly<Record<string, string>>;

/** The runtime of a Space; null: it runs on no hardware. */
export type ShownRuntime = Omit<SpaceRuntime, "hardware"> & {
  readonly hardware?: SpaceRuntime["hardware"] | null;
};

/** The facts of a Space besides the Hub's answer about its repository. */
export interface SpaceFacts {
  readonly visibility?: string | undefined;
  /** All its variables; undefined: not looked at. */
  readonly variables?: Texts | null | undefined;
  /** The managed secrets that are still as they were set. */
  readonly secrets?: Texts | null | undefined;
  /** The version of the write-only secrets, if they are as they were set. */
  readonly secrets_wo_version?: string | null | undefined;
  readonly files?: Texts | null | undefined;
}

/** A Space as the routes of the Hub show it, put together. */
export interface SpaceView extends Omit<RepoInfo, "runtime">, SpaceFacts {
  /** The owner, by the name that it has now. */
  readonly namespace: string;
  readonly name: string;
  readonly url: string;
  /** The runtime; its hardware is null if it is a static one. */
  readonly runtime: ShownRuntime;
}

/** The bodies of requests and answers; each change has a route of its own. */
export interface SpaceWire {
  readonly create: Omit<NewRepo, "variables" | "secrets"> & {
    readonly variables?: Texts | undefined;
    readonly secrets?: Texts | undefined;
  };
  /** The same, of which routes take a part each. */
  readonly update: SpaceWire["create"];
  readonly response: SpaceView;
}

/** The hardware that was asked for; null: none, as for static Spaces. */
export function requestedBy(
  { hardware }: ShownRuntime,
): string | null | undefined {
  if (hardware === null) return null;
  // What nobody asked for is what every Space begins with.
  return hardware?.requested === null ? "cpu-basic" : hardware?.requested;
}

/** The owner's own domains; undefined: not told. Few answers say which are custom. */
export function customDomains(
  { domains }: ShownRuntime,
): readonly string[] | undefined {
  return domains?.filter(({ domain, isCustom }) =>
    isCustom ?? !domain.endsWith(".hf.space")
  ).map(({ domain }) => domain);
}
