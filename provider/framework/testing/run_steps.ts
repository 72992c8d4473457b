/**
 * Takes the steps of a test with the real CLI.
 *
 * @module
 */

import type { RunResult } from "./system/run.ts";
import { whyNotWith } from "./cli_version.ts";
import {
  assertNone,
  checkFound,
  checkPlan,
  checkState,
} from "./expectations.ts";
import { takeImport } from "./import_step.ts";
import { assertSuccess } from "./results.ts";
import {
  assertPlanned,
  checkEnd,
  GENERATED,
  removeIfThere,
} from "./step_end.ts";
import type {
  AnyStep,
  ApplyStep,
  Configuration,
  FoundJson,
  PlanExpectations,
  QueryStep,
  StateExpectations,
  Step,
  StepsOptions,
} from "./steps.ts";
import type { JsonObject } from "./terraform_json.ts";
import { Workspace } from "./workspace.ts";

/** A step that was left out. */
export interface LeftOut {
  /** Its number, from 1. */
  readonly step: number;
  /** The reason. */
  readonly reason: string;
}

/**
 * Takes steps with the real CLI, on one state, and destroys at the end what is
 * left of it.
 *
 * @returns The steps that the CLI at hand cannot take.
 * @throws {AssertionError} If a step, or the destroy, does not come to what is
 * expected of it; the message tells which.
 * @example
 * ```ts
 * import { runSteps } from "@hf-terraform/framework/testing";
 *
 * await runSteps({
 *   providers: {},
 *   steps: [{
 *     config: `output "sum" {\n  value = 1 + 2\n}\n`,
 *     outputs: { sum: 3 },
 *   }],
 * });
 * ```
 */
export async function runSteps(
  { steps, destroyed, ...options }: StepsOptions,
): Promise<readonly LeftOut[]> {
  const workspace = await Workspace.create(options);
  const run = new Steps(workspace);
  try {
    const leftOut = await run.takeAll(steps);
    await named("The destroy at the end", async () => {
      await run.destroy();
      await destroyed?.(workspace);
    });
    return leftOut;
  } catch (error) {
    // That counts; but what exists must go all the same.
    const left = await run.destroy().then(() => undefined, String);
    throw left === undefined
      ? error
      : reword(error, (message) =>
        `${message}\n\nThe destroy after it failed, too, so there may be ` +
        `objects left: ${left}`);
  } finally {
    await workspace[Symbol.asyncDispose]();
  }
}

/**
 * Takes steps in a workspace that a test has made, and leaves what they have
 * created.
 *
 * @returns The steps that the CLI at hand cannot take.
 * @throws {AssertionError} If a step does not come to what is expected of it.
 * @example
 * ```ts
 * import { takeSteps, Workspace } from "@hf-terraform/framework/testing";
 *
 * await using workspace = await Workspace.create();
 * await takeSteps(workspace, [{
 *   config: `output "sum" {\n  value = 1 + 2\n}\n`,
 *   outputs: { sum: 3 },
 * }]);
 * ```
 */
export function takeSteps(
  workspace: Workspace,
  steps: readonly Step[],
): Promise<readonly LeftOut[]> {
  return new Steps(workspace).takeAll(steps);
}

function title({ name, ...step }: Step, at: number, count: number): string {
  const kind = "refresh" in step
    ? "refresh"
    : "import" in step
    ? `import of ${step.import}`
    : "query" in step
    ? "query"
    : "apply";
  return `Step ${at + 1} of ${count}, ${name ?? kind}`;
}

/** Says of an error where it is from. */
async function named(where: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw reword(error, (message) => `${where}: ${message}`);
  }
}

/** The error with another message. */
function reword(error: unknown, wording: (message: string) => string): unknown {
  if (!(error instanceof Error)) return error;
  const { message, stack } = error;
  error.message = wording(message);
  // Node shows the stack, which has the message of before.
  const whole = stack?.replace(message, () => error.message);
  if (whole !== undefined) error.stack = whole;
  return error;
}

const REQUIREMENTS = "providers_under_test.tf";
const VARIABLES = "test.auto.tfvars.json";
const SEARCH = "search.tfquery.hcl";

/** The steps of one test. */
class Steps {
  readonly #workspace: Workspace;
  /** The files of the configuration. */
  #files: Readonly<Record<string, string>> = {};
  /** Those of the last one that worked. */
  #worked: Readonly<Record<string, string>> | undefined;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  async takeAll(steps: readonly Step[]): Promise<readonly LeftOut[]> {
    const leftOut: LeftOut[] = [];
    for (const [at, step] of steps.entries()) {
      const reason = step.when && whyNotWith(this.#workspace.cli, step.when);
      if (reason !== undefined) leftOut.push({ step: at + 1, reason });
      else await named(title(step, at, steps.length), () => this.#take(step));
    }
    return leftOut;
  }

  async #take(step: Step): Promise<void> {
    if (step.providers !== undefined) await this.#workspace.use(step.providers);
    await step.before?.(this.#workspace);
    if ("import" in step) await takeImport(this.#workspace, step);
    else if ("query" in step) await this.#query(step);
    else if ("refresh" in step) {
      const result = await this.#workspace.apply({ args: ["-refresh-only"] });
      checkEnd(step, [result]);
      await this.#checkState(step);
    } else await this.#apply(step);
  }

  async #apply(step: ApplyStep): Promise<void> {
    const { config, variables, replace = [], destroy, planOnly, plan } = step;
    if (config !== undefined) await this.#configure(config, variables);
    const args = replace.map((address) => `-replace=${address}`);
    if (destroy) args.push("-destroy");
    const results = [await this.#workspace.plan({ args })];
    if (results[0]?.code !== 1) {
      if (plan !== undefined) await this.#checkPlan(plan);
      if (!planOnly) results.push(await this.#workspace.applyPlan());
    }
    checkEnd(step, results);
    if (step.fails === undefined) this.#worked = this.#files;
    if (!planOnly) await this.#checkState(step);
  }

  /** Writes a configuration in place of the one before. */
  async #configure(
    config: Configuration,
    variables: JsonObject = {},
  ): Promise<void> {
    const files: Record<string, string> = {
      ...typeof config === "string" ? { "main.tf": config } : config,
    };
    const isComplete = Object.values(files).some((text) =>
      text.includes("required_providers")
    );
    if (!isComplete) files[REQUIREMENTS] = this.#requirements();
    if (Object.keys(variables).length > 0) {
      files[VARIABLES] = JSON.stringify(variables);
    }
    await this.#replaceFiles(files);
    if (this.#workspace.needsInit) assertSuccess(await this.#workspace.init());
  }

  async #replaceFiles(files: Readonly<Record<string, string>>): Promise<void> {
    await this.#workspace.remove(...Object.keys(this.#files));
    await this.#workspace.write(files);
    this.#files = files;
  }

  /** Destroys what the state holds, with the last configuration that worked. */
  async destroy(): Promise<void> {
    if ((await this.#workspace.stateResources()).length === 0) return;
    if (this.#worked !== undefined) await this.#replaceFiles(this.#worked);
    assertSuccess(await this.#workspace.destroy());
  }

  #requirements(): string {
    const addresses = Object.keys(this.#workspace.providers);
    const lines = addresses.map((address) => {
      const name = address.slice(address.lastIndexOf("/") + 1);
      return `    ${name} = { source = "${address}" }\n`;
    });
    return `terraform {\n  required_providers {\n${lines.join("")}  }\n}\n`;
  }

  /** Checks the state after a step, and the plan that follows. */
  async #checkState(step: AnyStep & StateExpectations): Promise<void> {
    if (step.state ?? step.identities ?? step.outputs) {
      checkState(await this.#workspace.stateJson(), step);
    }
    await step.check?.(this.#workspace);
    // After an error there may be something to do, after a destroy there is.
    const isDone = step.fails === undefined &&
      !("destroy" in step && step.destroy === true);
    const then = step.then ?? (isDone ? { empty: true } : undefined);
    if (then === undefined) return;
    const next = await this.#workspace.plan();
    assertPlanned(next);
    // The exit code tells it without another command.
    if (next.code === 0 && Object.keys(then).join() === "empty" && then.empty) {
      return;
    }
    await named("then", () => this.#checkPlan(then));
  }

  async #checkPlan(expected: PlanExpectations): Promise<void> {
    checkPlan(await this.#workspace.shownPlan(), expected);
  }

  async #query(step: QueryStep): Promise<void> {
    const { query, found = {}, generate = false } = step;
    await this.#workspace.write({ [SEARCH]: query });
    try {
      const args = ["query", "-json"];
      if (generate) args.push(`-generate-config-out=${GENERATED}`);
      const result = await this.#workspace.run(args);
      const { code, results, messages } = readFound(result);
      checkEnd(step, [{ code, stdout: "", stderr: messages }]);
      for (const [address, expected] of Object.entries(found)) {
        const its = results.filter((one) => one.address === address);
        checkFound(address, its, expected);
      }
      if (!generate || step.fails !== undefined) return;
      await this.#workspace.remove(SEARCH);
      assertPlanned(await this.#workspace.plan());
      const { resource_changes = [] } = await this.#workspace.shownPlan();
      const wrong = resource_changes.filter(({ change }) =>
        change.actions.join() !== "no-op"
      );
      const imported = resource_changes.filter(({ change }) =>
        change.importing !== undefined
      );
      assertNone("What was generated does not import all unchanged", [
        ...wrong.map(({ address, change }) =>
          `${address}: ${change.actions.join(", ")}`
        ),
        ...imported.length === results.length
          ? []
          : [`it imports ${imported.length} of ${results.length}`],
      ]);
    } finally {
      await removeIfThere(this.#workspace, SEARCH);
      if (generate) await removeIfThere(this.#workspace, GENERATED);
    }
  }
}

/** The lines of `terraform query -json`. */
function readFound({ code, stdout, stderr }: RunResult) {
  const results: FoundJson[] = [];
  let messages = stderr;
  for (const line of stdout.split("\n")) {
    if (!line.startsWith("{")) continue;
    const { list_resource_found, diagnostic } = JSON.parse(line);
    if (list_resource_found !== undefined) results.push(list_resource_found);
    if (diagnostic !== undefined) {
      const { severity, summary, detail } = diagnostic;
      const title = severity === "error" ? "Error" : "Warning";
      messages += `${title}: ${summary}\n${detail}\n`;
    }
  }
  return { code, results, messages };
}
