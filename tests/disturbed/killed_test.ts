// What the real CLI makes of a provider that is killed, at the same sentence as
// disturbed_test.ts.

import { assert, assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  type JsonObject,
  tryFindCli,
  type Workspace,
} from "@hf-terraform/framework/testing";
import {
  address,
  applied,
  configure,
  endpoint,
  existing,
  outputOf,
  type Place,
  withSandbox,
  writesOf,
} from "../acceptance/endpoint_support.ts";
import { received } from "../support/sandbox_server.ts";
import { testIf } from "../support/skip.ts";

/** Kills the providers that the CLI of a workspace has started. */
async function killProviders(workspace: Workspace): Promise<number> {
  // Children inherit the environment, in which this path is the workspace's own.
  const marks = [
    `TF_CLI_CONFIG_FILE=${workspace.env.TF_CLI_CONFIG_FILE}`,
    "TF_PLUGIN_MAGIC_COOKIE=",
  ];
  let killed = 0;
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const environ = await Deno.readTextFile(`/proc/${name}/environ`)
      .catch(() => "");
    if (!marks.every((mark) => environ.includes(mark))) continue;
    Deno.kill(Number(name), "SIGKILL");
    killed++;
  }
  return killed;
}

/** When the provider is killed. */
interface Killing {
  /** The request whose arrival is the moment; it takes effect all the same. */
  readonly at: readonly [method: string, path: string];
}

const first = { namespace: "acme", model: { secrets: { KEY: "first" } } };
const second = { namespace: "acme", model: { secrets: { KEY: "second" } } };

interface EndpointKilling extends Killing {
  /** What is applied. */
  readonly configured: typeof first | undefined;
}

const killings: Readonly<Record<string, EndpointKilling>> = {
  "while it creates": {
    configured: first,
    at: ["POST", "/v2/endpoint/acme"],
  },
  "while it changes": {
    configured: second,
    at: ["PUT", "/v2/endpoint/acme/x"],
  },
  "while it deletes": {
    configured: undefined,
    at: ["DELETE", "/v2/endpoint/acme/x"],
  },
};

function write(
  { workspace }: Place,
  configured: typeof first | undefined,
): Promise<void> {
  return configure(workspace, {
    endpoints: configured === undefined
      ? {}
      : { this: endpoint("x", configured) },
    provider: {},
  });
}

/** Applies, and kills the provider when the request has arrived. */
async function killedApply(place: Place, { at }: Killing): Promise<string> {
  const { workspace, sandbox } = place;
  const [method, path] = at;
  sandbox.addFault({
    match: { method, path },
    action: { delay_ms: 60_000 },
  });
  const apply = workspace.apply();
  await received(sandbox, method, new RegExp(`^${path}$`));
  assert(await killProviders(workspace) > 0, "There was nothing to kill");
  const result = await apply;
  assertEquals(result.code, 1, result.stdout);
  return outputOf(result);
}

const cli = await tryFindCli();
const skipped = "reason" in cli
  ? cli.reason
  : Deno.build.os === "linux"
  ? undefined
  : "processes are found by /proc, which only Linux has";

/** The create of a resource, by its type. */
interface CreateKilling extends Killing {
  /** The arguments. */
  readonly config: JsonObject;
}

/** Each is added to those before it. */
const creates: Readonly<Record<string, CreateKilling>> = {
  huggingface_space: {
    config: { namespace: "acme", name: "x", sdk: "static" },
    at: ["POST", "/api/repos/create"],
  },
  huggingface_space_secret: {
    config: { space: "acme/x", key: "KEY", value: "first" },
    at: ["POST", "/api/spaces/acme/x/secrets"],
  },
  huggingface_webhook: {
    config: {
      watched: [{ type: "org", name: "acme" }],
      domains: ["repo"],
      url: "https://hook.example",
    },
    at: ["POST", "/api/settings/webhooks"],
  },
};

testIf({
  name: "kill -9 while something is created: the next apply says how to take " +
    "it over, and doubles nothing",
  skipped,
  fn: (t) =>
    withSandbox(async (place) => {
      const { workspace, sandbox } = place;
      const resource: Record<string, JsonObject> = {};
      for (const [type, { config, at }] of Object.entries(creates)) {
        await t.step(type, async () => {
          resource[type] = { this: config };
          await configure(workspace, { provider: {}, more: { resource } });
          await killedApply(place, { at });
          sandbox.clearRequests();
          const again = outputOf(await workspace.apply());
          const id = /terraform import ADDRESS (\S+)/.exec(again)?.[1];
          assert(id !== undefined, again);
          assertSuccess(await workspace.import(`${type}.this`, id));
          await applied(workspace);
          await assertEmptyPlan(workspace);
          const writes = sandbox.requests.filter(({ method, status }) =>
            method !== "GET" && status < 300
          );
          // No import knows the value of a secret: it is set again.
          assertEquals(
            writes.map(({ path }) => path),
            type === "huggingface_space_secret"
              ? ["/api/spaces/acme/x/secrets"]
              : [],
          );
        });
      }
    }, { workspace: { launch: "started" } }),
});

testIf({
  name:
    "huggingface_endpoint: kill -9 of the provider loses and destroys nothing",
  skipped,
  fn: (t) =>
    withSandbox(async (place) => {
      const { workspace, sandbox, url } = place;
      for (const [when, killing] of Object.entries(killings)) {
        await t.step(when, async () => {
          const { configured } = killing;
          await write(place, configured);
          await killedApply(place, killing);
          writesOf(sandbox);
          const again = await workspace.apply();
          if (again.code !== 0) {
            const id = /terraform import ADDRESS (\S+)/.exec(outputOf(again));
            assertEquals(id?.[1], "acme/x", outputOf(again));
            const imported = await workspace.import(address("this"), "acme/x");
            assertEquals(imported.code, 0, imported.stderr);
            await applied(workspace);
          }
          await assertEmptyPlan(workspace);
          assertEquals(
            await existing(place, "acme"),
            configured === undefined ? [] : ["acme/x"],
          );
          const writes = writesOf(sandbox);
          assertEquals(
            writes.filter((request) => request.startsWith("DELETE")),
            [],
            "What was to stay was destroyed",
          );
          if (configured === undefined) return;
          const answer = await fetch(
            `${url}/_sandbox/endpoints/acme/x`,
            { headers: { "x-sandbox-key": sandbox.key } },
          );
          const { status, model } = await answer.json();
          assertEquals(status.state, "running");
          assertEquals(model.secrets, configured.model.secrets);
        });
      }
    }, { workspace: { launch: "started" } }),
});
