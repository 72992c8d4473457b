/**
 * The client as it is published, in an empty project of a user.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { pack } from "../../tools/pack.ts";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { declaredPackage } from "../support/published_package.ts";
import { npm } from "../support/npm.ts";
import {
  type RunningSandbox,
  startSandbox,
} from "../support/sandbox_server.ts";

/** The results that every runtime must get from the service. */
export const findings = {
  user: "sandbox",
  states: ["running", "scaledToZero"],
  seeds: ["seed-0001", "seed-0002", "seed-0003"],
  again: true,
  gone: true,
  space: "hallo, wörld",
  retries: ["ServerError"],
  inside: ["seed-0001"],
};

/** A sandbox that fails once in a way that passes. */
export async function startFlakySandbox(): Promise<RunningSandbox> {
  const service = await startSandbox({
    seedEndpoints: 3,
    startupMs: 20,
    deletionMs: 0,
  });
  service.sandbox.addFault({
    match: { method: "GET", path: "/api/whoami-v2" },
    times: 1,
    action: { status: 503, headers: { "retry-after": "0" } },
  });
  return service;
}

/** A project with the packed client installed. */
export interface Project extends AsyncDisposable {
  /** Its folder. */
  readonly folder: string;
  /** The folder that the package was installed into. */
  readonly client: string;
}

/** Installs the packed client into a new project; npm fetches `yaml`. */
export async function createProject(): Promise<Project> {
  const folder = await Deno.makeTempDir({ prefix: "published_" });
  tarballs ??= Promise.all([
    pack(declaredPackage("client")),
    pack(declaredPackage("sandbox")),
  ]);
  const [client, sandbox] = await tarballs;
  await Deno.writeFile(`${folder}/client.tgz`, client);
  await Deno.writeFile(`${folder}/sandbox.tgz`, sandbox);
  await Deno.writeTextFile(
    `${folder}/package.json`,
    JSON.stringify({ name: "app", private: true, type: "module" }),
  );
  const installed = await npm(folder, [
    "install",
    "--prefer-offline",
    "--no-audit",
    "./client.tgz",
    "./sandbox.tgz",
  ]);
  assertEquals(installed.code, 0, installed.stderr);
  await Deno.copyFile(
    inRoot("tests/published/exercise.ts"),
    `${folder}/exercise.ts`,
  );
  return {
    folder,
    client: `${folder}/node_modules/@hf-terraform/client`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

let tarballs:
  | Promise<readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]>
  | undefined;

/** Runs a program that prints what it found as JSON. */
export async function findingsOf(
  program: string,
  args: readonly string[],
  folder: string,
): Promise<unknown> {
  const result = await run(program, args, {
    cwd: folder,
    env: { NO_COLOR: "1", NODE_NO_WARNINGS: "1" },
  });
  assertEquals([result.code, result.stderr], [0, ""]);
  return JSON.parse(result.stdout);
}
