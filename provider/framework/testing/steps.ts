/**
 * Tests of a provider, made of steps: commands of the real CLI, and
 * what each must come to.
 *
 * @module
 */

import type { CliVersions } from "./cli_version.ts";
import type { ExpectedObject, ExpectedValue } from "./known_value.ts";
import type { Json } from "../values/value.ts";
import type { JsonObject } from "./terraform_json.ts";
import type {
  TestedProviders,
  Workspace,
  WorkspaceOptions,
} from "./workspace.ts";

/** A test: steps on one state, at whose end everything is destroyed. */
export interface StepsOptions extends WorkspaceOptions {
  /** The providers that configurations can use, by their source addresses. */
  readonly providers: TestedProviders;
  /** The steps, in order. */
  readonly steps: readonly Step[];
  /**
   * Looks, after the destroy at the end, whether all is gone: throw an error
   * if it is not.
   */
  readonly destroyed?: (workspace: Workspace) => void | Promise<void>;
}

/** One step of a test. */
export type Step = ApplyStep | RefreshStep | ImportStep | QueryStep;

/** A text in the language of configurations, or several by their file names. */
export type Configuration = string | Readonly<Record<string, string>>;

/** The fields of all steps. */
export interface AnyStep {
  /** Its subject, for the message of a failure. */
  readonly name?: string;
  /** The CLIs that can take it; with others it is left out. */
  readonly when?: CliVersions;
  /** Done first: what somebody does outside of Terraform, a clock that moves. */
  readonly before?: (workspace: Workspace) => void | Promise<void>;
  /** The providers from this step on, such as an older version or a new one. */
  readonly providers?: TestedProviders;
  /** The step must fail, with an error that holds this. */
  readonly fails?: string | RegExp;
  /**
   * Each must be in a warning of the step, and each warning must be one of
   * them; `[]`: there must be none.
   */
  readonly warns?: readonly (string | RegExp)[];
}

/** The expectations of a step that leaves a state. */
export interface StateExpectations {
  /**
   * Resources and data sources of the state, by their addresses: what the
   * attributes that are named must be. `null`: the state must not have it.
   */
  readonly state?: Readonly<Record<string, ExpectedObject | null>>;
  /** Identities of resources by their addresses, in full. */
  readonly identities?: Readonly<Record<string, ExpectedObject>>;
  /** The outputs that are named. */
  readonly outputs?: Readonly<Record<string, ExpectedValue>>;
  /**
   * The plan of the same configuration afterwards; default: it has nothing to
   * do, unless the step fails or destroys.
   */
  readonly then?: PlanExpectations;
  /** Looks at anything else: throw an error if it is not as it should be. */
  readonly check?: (workspace: Workspace) => void | Promise<void>;
}

/** Applies a configuration. */
export interface ApplyStep extends AnyStep, StateExpectations {
  /** The configuration; default: that of the step before. */
  readonly config?: Configuration;
  /** Values of its variables. */
  readonly variables?: JsonObject;
  /** Addresses of resources to replace, as if they had been tainted. */
  readonly replace?: readonly string[];
  /** Destroys what the configuration holds; default false. */
  readonly destroy?: boolean;
  /** Plans, and does not apply; default false. */
  readonly planOnly?: boolean;
  /** The expected plan. */
  readonly plan?: PlanExpectations;
}

/** Reads what exists into the state, and changes nothing. */
export interface RefreshStep extends AnyStep, StateExpectations {
  /** It is one. */
  readonly refresh: true;
}

/** A step that imports. */
export type ImportKind =
  /** `terraform import` of an id. */
  | "command"
  /** An `import` block with an id. */
  | "block"
  /** An `import` block with an identity. */
  | "identity";

/**
 * Imports a resource that the state has, and holds what comes of it against
 * that. The state stays as it is.
 */
export interface ImportStep extends AnyStep {
  /** The address of the resource. */
  readonly import: string;
  /** The kind of import; default `"command"`. */
  readonly by?: ImportKind;
  /** The id, or what makes it of the attributes; default: their `id`. */
  readonly id?: string | ((attributes: JsonObject) => string);
  /** The identity; default: that in the state. */
  readonly identity?: JsonObject;
  /** Attributes that an import cannot know. */
  readonly ignore?: readonly string[];
  /**
   * Has the CLI write the configuration, of a resource named `generated`;
   * default false. Not by command.
   */
  readonly generate?: boolean;
  /** The plan of a block; default: it imports, and changes nothing. */
  readonly plan?: PlanExpectations;
}

/** Searches for what exists, with `terraform query`. */
export interface QueryStep extends AnyStep {
  /** The `list` blocks. */
  readonly query: string;
  /** The expected results, by address, such as `list.notes_note.all`. */
  readonly found?: Readonly<Record<string, FoundExpectations>>;
  /**
   * Has the CLI write configuration of what it finds, which must plan imports
   * and no change; default false.
   */
  readonly generate?: boolean;
}

/** The expected results of a search. */
export interface FoundExpectations {
  /** So many. */
  readonly count?: number;
  /** So many or more. */
  readonly atLeast?: number;
  /** For each of these there must be a result. */
  readonly results?: readonly FoundExpectation[];
  /** For none of these there may be a result. */
  readonly without?: readonly FoundExpectation[];
}

/** One result of a search. */
export interface FoundExpectation {
  /** The expected display name. */
  readonly displayName?: ExpectedValue;
  /** The identity, in full. */
  readonly identity?: ExpectedObject;
  /** Attributes, where `include_resource` asks for them. */
  readonly values?: ExpectedObject;
}

/** The planned action of a resource or output. */
export type PlannedAction =
  | "no-op"
  | "create"
  | "read"
  | "update"
  | "delete"
  | "forget"
  /** Destroyed, then created. */
  | "replace"
  /** Created, then destroyed. */
  | "create before destroy";

/** The expectations of a plan. */
export interface PlanExpectations {
  /** Whether there is nothing to do. */
  readonly empty?: boolean;
  /** Resources by their addresses: the action, or more about it. */
  readonly resources?: Readonly<
    Record<string, PlannedAction | PlannedExpectations>
  >;
  /** Values of outputs. */
  readonly outputs?: Readonly<Record<string, ExpectedValue>>;
  /** The expected changes outside of Terraform, by address. */
  readonly drift?: Readonly<Record<string, "update" | "delete">>;
  /** The expected deferrals, by address, with the reason. */
  readonly deferred?: Readonly<Record<string, ExpectedValue>>;
}

/** The expected change of a resource. */
export interface PlannedExpectations {
  /** The action. */
  readonly action?: PlannedAction;
  /** Attributes before. */
  readonly before?: ExpectedObject;
  /** Attributes after; {@linkcode knownValue}`.unknown()` for what is not known. */
  readonly after?: ExpectedObject;
  /** The paths of all the attributes that lead to a replacement. */
  readonly replacedFor?: readonly string[];
  /** Whether it is imported. */
  readonly imported?: boolean;
}

/** A result of `terraform query -json`. */
export interface FoundJson {
  /** The address of the `list` block. */
  readonly address: string;
  /** Its display name. */
  readonly display_name: string;
  /** Its identity. */
  readonly identity: JsonObject;
  /** Its attributes, where they were asked for. */
  readonly resource_object?: Json;
}
