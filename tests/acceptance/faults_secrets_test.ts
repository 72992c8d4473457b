// The provider's output when the service echoes everything: no secret.

import { assert } from "@std/assert";
import { assertFailure } from "@hf-terraform/framework/testing";
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

/** A text plainly, and as JSON, JSON in JSON, URLs and base64 hold it. */
function formsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const twice = JSON.stringify(json).slice(1, -1);
  const base64 = btoa(`user:${text}`);
  return [text, json, twice, encodeURIComponent(text), base64];
}
