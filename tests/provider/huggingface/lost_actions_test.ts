/**
 * An action whose answer is lost may have been done: its error says so, and
 * never just to try again.
 *
 * @module
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  Diagnostics,
  DiagnosticsError,
  loadProvider,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import { HuggingFaceProvider } from "../../../provider/huggingface/provider_data.ts";
import { makeAccount, silentLog } from "../../support/account.ts";
import { isWrite, loseWrite } from "./lost_requests.ts";

const { actions } = await loadProvider(provider);

const id = "0123456789abcdef01234567";

/** The configuration of each action. */
const configs: Readonly<Record<string, ValueObject>> = {
  huggingface_endpoint_pause: { endpoint: "acme/e" },
  huggingface_endpoint_resume: { endpoint: "acme/e" },
  huggingface_endpoint_scale_to_zero: { endpoint: "acme/e" },
  huggingface_job_cancel: { job: `acme/${id}` },
  huggingface_job_run: {
    image: "python:3.12",
    command: ["echo"],
    flavor: "cpu-basic",
  },
  huggingface_organization_token_revoke: {
    organization: "acme",
    token_id: id,
  },
  huggingface_repo_access_request_handle: {
    repository: "acme/m",
    users: ["ada"],
    status: "accepted",
  },
  huggingface_repo_super_squash: { repository: "acme/m" },
  huggingface_scheduled_job_run: { scheduled_job: `acme/${id}` },
  huggingface_service_account_token_rotate: {
    organization: "acme",
    service_account_id: id,
    token_id: id,
  },
  huggingface_space_pause: { space: "acme/s" },
  huggingface_space_rebuild: { space: "acme/s" },
  huggingface_space_restart: { space: "acme/s" },
};

const losses: Readonly<Record<string, () => Response>> = {
  "a broken connection": () => {
    throw new TypeError("connection reset");
  },
  "504": () => new Response("Gateway Timeout", { status: 504 }),
};

/** Runs an action in a sandbox whose answers something may change. */
async function run(
  { typeName, schema, invoke }: (typeof actions)[number],
  { sandbox }: Pick<Awaited<ReturnType<typeof makeAccount>>, "sandbox">,
  fetch: (request: Request) => Promise<Response>,
  { maxRetries = 0, more = {} }: {
    readonly maxRetries?: number;
    readonly more?: ValueObject;
  } = {},
): Promise<DiagnosticsError> {
  const data = new HuggingFaceProvider({
    token: sandbox.token,
    namespace: "acme",
    max_retries: maxRetries,
  }, { env: {}, userAgent: "test", fetch });
  const given = { ...configs[typeName], ...more };
  return await assertRejects(
    async () =>
      await invoke({
        config: Object.fromEntries(
          Object.keys(schema.attributes)
            .map((name) => [name, given[name] ?? null]),
        ),
        provider: data,
        signal: AbortSignal.timeout(60_000),
        providerMeta: null,
        diagnostics: new Diagnostics(),
        log: silentLog,
        progress: () => Promise.resolve(),
      }),
    DiagnosticsError,
  );
}

for (const action of actions) {
  const { typeName } = action;
  for (const [name, lose] of Object.entries(losses)) {
    Deno.test(`${typeName}: after ${name} the error says that it may have been done`, async () => {
      const account = await makeAccount();
      const { diagnostics } = await run(
        action,
        account,
        async (request) =>
          isWrite(request) ? lose() : await account.sandbox.fetch(request),
      );
      const text = JSON.stringify(diagnostics);
      assertEquals(text.split("may have been done").length, 2, text);
      assert(!/try again/i.test(text), text);
    });
  }
}

Deno.test("a rotation whose secret lost its answer says where the new value is, once", async () => {
  const account = await makeAccount();
  const action = actions.find(({ typeName }) => /rotate/.test(typeName));
  assert(action);
  const { diagnostics } = await run(action, account, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/rotate")) {
      return Promise.resolve(
        Response.json({ token: "hf_rotated0000000", tokenInfo: { _id: id } }),
      );
    }
    if (isWrite(request)) {
      return Promise.reject(new TypeError("connection reset"));
    }
    return Promise.resolve(
      Response.json(
        pathname.endsWith("/secrets") ? {} : { _id: id, name: "ci" },
      ),
    );
  }, {
    maxRetries: 0,
    more: { space_secrets: [{ space: "acme/s", key: "K" }] },
  });
  const text = JSON.stringify(diagnostics);
  assertEquals(text.split("may have been done").length, 2, text);
  assertEquals(text.split("has ended").length, 2, text);
  assert(!text.includes("nobody has"), text);
});

Deno.test("a squash that a rate limit holds back takes in no commit that came meanwhile", async () => {
  const account = await makeAccount();
  const { client, sandbox } = account;
  const repo = { type: "model", id: "acme/m" } as const;
  const send = loseWrite((request) => sandbox.fetch(request), {
    reaches: false,
    isRefused: true,
    between: () =>
      client.files.commit(repo, {
        summary: "Theirs",
        operations: [{ path: "theirs.txt", content: "theirs" }],
      }).then(() => undefined),
  });
  const action = actions.find(({ typeName }) => /squash/.test(typeName));
  assert(action);
  await run(action, account, send, { maxRetries: 2 });
  const [last, ...others] = await client.refs.listCommits(repo).toArray();
  assert(last?.title === "Theirs" && others.length > 0);
});
