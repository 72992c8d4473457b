// The provider's output when the service echoes everything: no secret.

import { assert, assertEquals } from "@std/assert";
import { assertFailure, assertSuccess } from "@hf-terraform/framework/testing";
import type { Json } from "../../client/sandbox/core/json.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { control } from "../support/sandbox_server.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { providerExecutable } from "../support/terraform_provider.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { configure, withSandbox } from "./endpoint_support.ts";

const secrets = {
  plain: "plain-s3cret",
  awkward: 'a"b\\c/d&e<f>+g h',
  unstored: "write-only-s3cret",
  password: "registry-pa55word",
};

acceptanceTest(
  "neither terminal nor log shows a secret that a service echoes, or its escape codes",
  async (t) => {
    await withSandbox(async ({ workspace, sandbox }) => {
      const all = [...Object.values(secrets), sandbox.token];
      const request = JSON.stringify(all);
      const echo = [
        request,
        all.map(encodeURIComponent).join(),
        all.map((secret) => btoa(`user:${secret}`)).join(),
        "\u001b[2J\u001b]0;title\u0007╷\nError: forged\r\n",
        "x".repeat(65_536),
      ].join(" | ");
      for (const status of [400, 409]) {
        await t.step(`a create answered with ${status}`, async () => {
          await configure(workspace, {
            endpoints: {
              one: {
                name: "one",
                model: {
                  repository: "gpt2",
                  secrets: {
                    PLAIN: secrets.plain,
                    AWKWARD: secrets.awkward,
                  },
                  image: {
                    custom: {
                      url: "registry.example/image:1",
                      credentials: {
                        username: "user",
                        password: secrets.password,
                      },
                    },
                  },
                },
                compute: { instance_type: "intel-spr" },
              },
              two: {
                name: "two",
                model: {
                  repository: "gpt2",
                  secrets_wo: { WRITE_ONLY: secrets.unstored },
                  secrets_wo_version: 1,
                },
                compute: { instance_type: "intel-spr" },
              },
            },
          });
          for (const name of ["one", "two"]) {
            sandbox.addFault({
              match: { method: "POST", path: "/v2/endpoint/" },
              times: 1,
              action: {
                status,
                body: { error: `${name}: ${echo}` },
                headers: {
                  "content-type": "application/json",
                  "x-request-id": sandbox.token,
                  "x-error-code": sandbox.token,
                  "x-hf-warning": `mind ${sandbox.token}`,
                },
              },
            });
          }
          const result = await workspace.apply({
            env: { TF_LOG_PROVIDER: "TRACE" },
          });
          const message = assertFailure(
            result,
            status === 409 ? "exists already" : "***",
          );
          const shown = `${message}${result.stdout}${result.stderr}`;
          assertHides(shown, all.flatMap(formsOf));
          assert(!shown.includes("\u001b"), "an escape code");
          assert(!message.includes("x".repeat(2_100)), "long text is not cut");
        });
      }
    }, { workspace: { launch: "started" } });
  },
);

acceptanceTest(
  "a secret of several lines is not shown, nor a line of it",
  async (t) => {
    await using world = await startSpaceWorld({}, { launch: "started" });
    const { workspace, sandbox } = world;
    const lines = Array.from(
      { length: 26 },
      (_, at) => btoa(`line ${at * 7919} of a private key that nobody has`),
    );
    const key = [
      "-----BEGIN PRIVATE KEY-----",
      ...lines,
      "-----END PRIVATE KEY-----",
      "",
    ].join("\n");
    const spaced = "one  pass\tphrase-7731 of\u00a0six  words";
    const configureSpaces = (names: readonly string[]) =>
      world.configure(`
resource "huggingface_space" "this" {
  for_each           = toset(${JSON.stringify(names)})
  namespace          = "acme"
  name               = each.key
  sdk                = "static"
  files              = { "index.html" = "hello" }
  secrets_wo         = { KEY = ${JSON.stringify(key)}, PHRASE = ${
        JSON.stringify(spaced)
      } }
  secrets_wo_version = "1"
}
`);
    const oneLine = key.replaceAll("\n", " ");
    const html = { "content-type": "text/html" };
    const plain = { "content-type": "text/plain" };
    const filler = "x".repeat(960);
    const answers: readonly Answer[] = [
      { body: `bad secret: ${key}\n${spaced}`, headers: plain },
      {
        body: `<!doctype html><title>bad ${key}</title>`,
        headers: html,
      },
      { body: "", headers: { "x-error-message": oneLine } },
      {
        body: { error: "bad: ***" },
        headers: { "x-error-code": lines.slice(0, 9).join("") },
      },
      { body: { errors: key.split("\n") } },
      // Cut at 1,000.
      { body: `${filler} ${lines[3]}`, headers: plain },
      { body: { error: btoa(key) } },
    ];
    const pieces = [...lines, spaced.replaceAll(/\s+/g, " "), btoa(key)]
      .flatMap((text) => [text.slice(0, 11), text.slice(-11)]);
    await t.step("errors, in every form", async () => {
      await configureSpaces(answers.map((_, at) => `x${at}`));
      for (const { body, headers = {} } of answers) {
        sandbox.addFault({
          match: { method: "POST", path: "**/api/repos/create" },
          times: 1,
          action: { status: 400, body, headers },
        });
      }
      const result = await workspace.apply({
        env: { TF_LOG_PROVIDER: "TRACE" },
      });
      const message = assertFailure(result, "***");
      const refused = sandbox.requests.filter(({ status }) => status === 400);
      assertEquals(refused.length, answers.length);
      assertHides(`${message}${result.stdout}${result.stderr}`, pieces);
    });
    await t.step(
      "the state, an export, the sandbox's log and page",
      async () => {
        await configureSpaces(["x"]);
        assertSuccess(await workspace.apply());
        const given = ["export", "--namespace", "acme", "--out", "exported"];
        const exported = assertSuccess(
          await run(await providerExecutable(), given, {
            env: {
              HF_ENDPOINT: world.url,
              HF_INFERENCE_ENDPOINTS_URL: world.url,
              HF_TOKEN: sandbox.token,
            },
            cwd: workspace.folder,
          }),
        );
        assertHides(
          [
            exported,
            await workspace.read("terraform.tfstate"),
            await workspace.read("exported/space.tf"),
            await (await control(world, "requests")).text(),
            await (await fetch(world.url, {
              headers: { "x-sandbox-key": sandbox.key },
            })).text(),
          ].join("\n"),
          pieces,
        );
      },
    );
  },
);

/** Fails where a piece of a secret is shown, with what stands around it. */
function assertHides(shown: string, pieces: readonly string[]): void {
  for (const piece of pieces) {
    const at = shown.indexOf(piece);
    assert(
      at < 0,
      `${piece} in ${shown.slice(Math.max(0, at - 200), at + 80)}`,
    );
  }
}

interface Answer {
  readonly body: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A text plainly, and as JSON, JSON in JSON, URLs and base64 hold it. */
function formsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const twice = JSON.stringify(json).slice(1, -1);
  const base64 = btoa(`user:${text}`);
  return [text, json, twice, encodeURIComponent(text), base64];
}
