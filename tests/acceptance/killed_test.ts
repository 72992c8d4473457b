/**
 * A provider that is killed in the middle of an apply: Terraform keeps the state
 * and nothing of what was noted beside it.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { assertFailure, assertSuccess } from "@hf-terraform/framework/testing";
import { Sandbox } from "../../client/sandbox/mod.ts";
import { project } from "../../tools/project.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { providerExecutable } from "../support/terraform_provider.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { assertSays } from "./endpoint_support.ts";

/** A sandbox that kills the provider at a request, after its effect or before. */
class KillingSandbox extends Sandbox {
  /** The file with the id of the provider's process. */
  pidFile = "";
  /** The part of a URL at whose next write the provider is killed. */
  killsAt: string | undefined;
  reaches = true;

  override async fetch(request: Request): Promise<Response> {
    const { killsAt } = this;
    const isMeant = killsAt !== undefined && request.method === "POST" &&
      request.url.includes(killsAt);
    if (!isMeant) return await super.fetch(request);
    this.killsAt = undefined;
    if (this.reaches) await super.fetch(request.clone());
    Deno.kill(Number(await Deno.readTextFile(this.pidFile)), "SIGKILL");
    return new Response(null, { status: 503 });
  }
}

const config = (variables: string, content: string) => `
provider "huggingface" { namespace = "acme" }
resource "huggingface_space" "this" {
  name           = "app"
  sdk            = "docker"
  variables      = ${variables}
  wait_for_ready = false
}
resource "huggingface_model" "this" {
  name       = "m"
  on_destroy = "delete"
}
resource "huggingface_repo_file" "this" {
  repository = huggingface_model.this.id
  path       = "a.txt"
  content    = "${content}"
}
`;

const file = "huggingface_repo_file.this";

if (Deno.build.os !== "windows") {
  acceptanceTest(
    "what is lost with a killed provider deletes and refuses nothing later",
    async () => {
      const folder = await Deno.makeTempDir();
      const sandbox = new KillingSandbox({ startupMs: 0 });
      sandbox.pidFile = `${folder}/pid`;
      const script = `${folder}/start.sh`;
      await Deno.writeTextFile(
        script,
        `echo $$ > '${sandbox.pidFile}'\nexec '${await providerExecutable()}' "$@"\n`,
      );
      await using world = await startSpaceWorld(sandbox, {
        launch: "started",
        providers: { [project.address]: { command: ["/bin/sh", script] } },
        env: { HF_PROVIDER_DENO: Deno.execPath() },
      });
      const { workspace, client, configure } = world;
      await client.repos.create({ type: "space", id: "acme/app" }, {
        sdk: "docker",
      });
      for (const key of ["A", "HERS"]) {
        await client.spaces.setVariable("acme/app", { key, value: "1" });
      }
      await configure(config("{}", "1"));
      assertSuccess(
        await workspace.import("huggingface_space.this", "acme/app"),
      );
      await configure(config('{ A = "1", HERS = "1" }', "1"));
      assertSuccess(await workspace.apply());
      const kill = async (part: string, reaches: boolean) => {
        Object.assign(sandbox, { killsAt: part, reaches });
        // The CLI closes the connection as it sees the process end: whichever
        // comes first decides between its two errors.
        const died = /crashed|did not respond|unavailable|was cancelled/i;
        assertFailure(await workspace.apply(), died);
        assertEquals(sandbox.killsAt, undefined);
      };
      await configure(config('{ A = "2" }', "1"));
      await kill("/variables", true);
      const planned = await workspace.plan();
      assertStringIncludes(planned.stdout, "Space acme/app stay there: HERS");
      await configure(config('{ A = "2" }', "2"));
      await kill("/commit/", false);
      await configure(config('{ A = "3" }', "3"));
      assertSuccess(await workspace.apply());
      const { HERS, A } = await client.spaces.getVariables("acme/app");
      assertEquals([HERS?.value, A?.value], ["1", "3"]);
      const model = { type: "model", id: "acme/m" } as const;
      assertEquals(await client.files.read(model, "a.txt"), "3");
      const destroy = await workspace.run([
        "plan",
        "-no-color",
        "-destroy",
        `-target=${file}`,
      ]);
      assertSays(assertSuccess(destroy), "Files stay in the repository acme/m");
    },
  );
}
