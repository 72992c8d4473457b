import { hash } from "../core/accounts.ts";
import { Failure } from "../core/failure.ts";
import { type JsonObject, objectAt, stringAt } from "../core/json.ts";

/** What the Hub has of a model for the endpoints of a namespace. */
export type FindModel = (
  namespace: string,
  repository: string,
  revision: string,
) => FoundModel;

/** A model on the Hub. */
export interface FoundModel {
  /** The commit that the revision names. */
  readonly commit?: string;
  /** Whether its files are kept from the namespace. */
  readonly isGated?: boolean;
  /** The last line of who downloads it, where that fails. */
  readonly problem?: string;
}

/** Names that make a deployment fail, hang or answer more than was sent. */
const switches = /fail-to-start|fail-to-update|never-starts|adds-hf-token/;

/** The model of a specification, as the Hub has it now. */
export function modelOf(
  find: FindModel,
  namespace: string,
  spec: JsonObject,
): FoundModel {
  const model = objectAt(spec, "model");
  const repository = stringAt(model, "repository");
  const revision = stringAt(model, "revision", "main");
  if (switches.test(repository)) {
    return { commit: isCommit(revision) ? revision : hash(repository) };
  }
  const found = find(namespace, repository, revision);
  const features = objectAt(spec, "experimentalFeatures");
  if (features["skipRepoDownload"] !== true) return found;
  const { commit } = found;
  return commit === undefined ? {} : { commit };
}

/** Throws what a create for a gated model without access was answered with. */
export function refuseGated(spec: JsonObject, { isGated }: FoundModel): void {
  const secrets = objectAt(objectAt(spec, "model"), "secrets");
  if (isGated === true && secrets["HF_TOKEN"] === undefined) {
    throw new Failure(500, "", { bare: true });
  }
}

function isCommit(revision: string): boolean {
  return /^[0-9a-f]{40}$/.test(revision);
}
