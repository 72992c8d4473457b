/**
 * An action whose answer is lost may have been done: its error says so, and
 * never just to try again.
 *
 * @module
 */
import { assert, assertRejects } from "@std/assert";
import {
  Diagnostics,
  DiagnosticsError,
  loadProvider,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import { HuggingFaceProvider } from "../../../provider/huggingface/provider_data.ts";
import { makeAccount, silentLog } from "../../support/account.ts";
import { isWrite } from "./lost_requests.ts";

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

for (const { typeName, schema, invoke } of actions) {
  for (const [name, lose] of Object.entries(losses)) {
    Deno.test(`${typeName}: after ${name} the error says that it may have been done`, async () => {
      const { sandbox } = await makeAccount();
      const data = new HuggingFaceProvider({
        token: sandbox.token,
        namespace: "acme",
        max_retries: 0,
      }, {
        env: {},
        userAgent: "test",
        fetch: async (request) =>
          isWrite(request) ? lose() : await sandbox.fetch(request),
      });
      const given = configs[typeName] ?? {};
      const error = await assertRejects(
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
      const text = JSON.stringify(error.diagnostics);
      assert(text.includes("may have been done"), text);
      assert(!/try again/i.test(text), text);
    });
  }
}
