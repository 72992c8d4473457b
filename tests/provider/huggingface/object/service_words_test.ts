/**
 * Messages for refusals of the recorded form: the service's words, and the
 * advice beside them. Texts and statuses are the service's, names are made up.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DiagnosticsError } from "../../../../provider/framework/mod.ts";
import { HuggingFace } from "../../../../mod.ts";
import { organizationPermissions } from "../../../../provider/huggingface/schema/known_values.ts";
import { explain } from "../../../../provider/huggingface/object/errors.ts";

const token = "the variable `HF_TOKEN`";
const billing =
  "Set it up at https://huggingface.co/settings/billing, or, if acme is an " +
  "organization, at " +
  "https://huggingface.co/organizations/acme/settings/billing.";
const declared =
  `The token from ${token} needs the permission \`repo.write\` ` +
  "for the namespace acme. Give it that at " +
  "https://huggingface.co/settings/tokens, use another token, or check that " +
  "the namespace is the right one.";
const hidden = `Either it does not exist, or the token from ${token} may not ` +
  "see it. It needs the permission `repo.write` for the namespace acme. Check " +
  "the name and the namespace.";
const lacks = (permission: string) =>
  `Give the token from ${token} the permission \`${permission}\` at ` +
  "https://huggingface.co/settings/tokens, or use another token.";
const none = "";

interface Refusal {
  readonly status: number;
  /** The service's text; empty: it has none. */
  readonly text: string;
  /** The advice beside them. */
  readonly says: string;
  /** Whether the text is the whole body, and not the `error` of JSON. */
  readonly isPlain?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const refusals: readonly Refusal[] = [
  {
    status: 400,
    text: "Instance compute 'Cpu' - 'c6i' - 'medium' in 'aws' - 'us-east-1' " +
      "not found",
    says: none,
  },
  {
    status: 400,
    text: "Private storage limit reached for user acme, please upgrade your " +
      "plan to increase your private storage limit",
    says: none,
  },
  {
    status: 400,
    text: "Your push was rejected because it contains binary files.\nPlease " +
      "use https://huggingface.co/docs/hub/xet to store binary files.\n" +
      "Offending files:\n  - logo.png",
    says: none,
  },
  {
    status: 400,
    text: "Your push was rejected because it contains too many files. Your " +
      "git repo would contain 1000009 files after this push, over the limit " +
      "of 1000000 files.\nOffending reference: refs/heads/main",
    says: none,
  },
  {
    status: 400,
    text: "Failed to parse the request body as JSON: model.task: unknown",
    isPlain: true,
    says: none,
  },
  { status: 400, text: "That user already has access to the repo", says: none },
  {
    status: 401,
    text: "Invalid username or password.",
    says:
      `The token from ${token} was refused: it may be expired, revoked or ` +
      "cut off. It needs the permission `repo.write` for the namespace acme. " +
      "Check it with `hf auth whoami`.",
  },
  {
    status: 401,
    text: "Access to model acme/m is restricted. You must have access to it " +
      "and be authenticated to access it. Please log in.",
    says: none,
  },
  {
    status: 402,
    text:
      "Static Spaces are free for everyone, but hosting Gradio and Docker " +
      "Spaces on free cpu-basic requires a PRO subscription. Subscribe at " +
      "https://huggingface.co/pro",
    says: none,
  },
  {
    status: 402,
    text:
      "Pre-paid credit balance is insufficient - add more credits to your " +
      "account to use Jobs.",
    says: billing,
  },
  { status: 402, text: "", says: billing },
  {
    status: 403,
    text: "Forbidden: Payment method required for namespace: acme",
    says: billing,
  },
  {
    status: 403,
    text: "missing permissions: inference.endpoints.read",
    says: lacks("inference.endpoints.read"),
  },
  {
    status: 403,
    text:
      "You don't have the required permissions to complete this action on " +
      "namespace acme, missing permissions: job.write",
    says: lacks("job.write"),
  },
  ...["correcthorse", "none of them", "a.writer"].map((words) => ({
    status: 403,
    text: `Missing permissions: ${words}`,
    says: declared,
  })),
  ...organizationPermissions.map((name) => ({
    status: 403,
    text: `Missing permissions: ${name}`,
    says: lacks(name),
  })),
  {
    status: 403,
    text: "you must use a write token to upload to a repository",
    says: `That is the token from ${token}; use another, of ` +
      "https://huggingface.co/settings/tokens.",
  },
  {
    status: 403,
    text: "You don't have the rights to create a model under the namespace " +
      '"acme"',
    says:
      `Check the namespace, whose the token from ${token} is, and that it ` +
      "may write there: https://huggingface.co/settings/tokens.",
  },
  {
    status: 403,
    text: "You've reached your cpu-basic quota limit",
    says: none,
  },
  { status: 403, text: "carol is not a member of acme", says: none },
  {
    status: 403,
    text: "Access to model acme/m is restricted and you are not in the " +
      "authorized list. Visit https://huggingface.co/acme/m to ask for access.",
    says: none,
  },
  {
    status: 403,
    text: "You have read access but not the required permissions for this " +
      "operation",
    says: declared,
  },
  { status: 403, text: "", says: declared },
  { status: 404, text: "Endpoint not found", says: hidden },
  { status: 404, text: "<html>404</html>", isPlain: true, says: hidden },
  { status: 404, text: "User not found", says: none },
  {
    status: 404,
    text: "No access request found matching your criteria",
    says: none,
  },
  { status: 409, text: "You already created this model repo", says: none },
  {
    status: 422,
    text: "Failed to deserialize the JSON body into the target type: " +
      "model.secrets: invalid type: null, expected a map",
    isPlain: true,
    says: none,
  },
  {
    status: 429,
    text: "We had to rate limit you, you hit the quota of 1000 api requests " +
      "per 5 minutes period.\nSee https://huggingface.co/docs/hub/rate-limits",
    headers: { ratelimit: '"api";r=0;t=36' },
    says: "It takes fewer at a time with `-parallelism`.",
  },
  {
    status: 429,
    text: "You have exceeded your rate limit for repository creation. You " +
      "can retry this action in about 1 hour.",
    headers: { ratelimit: '"api";r=400;t=36' },
    says: none,
  },
  {
    status: 429,
    text: "<html><head><title>ERROR: The request could not be satisfied" +
      "</title></head></html>",
    isPlain: true,
    says: "It takes fewer at a time with `-parallelism`.",
  },
];

for (const { status, text, says, isPlain, headers = {} } of refusals) {
  const label = `${status} ${text.split("\n")[0] || "without a text"}`;
  Deno.test(`advice follows from the service's text: ${label}`, async () => {
    const client = new HuggingFace({
      token: "hf_x",
      maxRetries: 0,
      fetch: () =>
        Promise.resolve(
          new Response(isPlain ? text : JSON.stringify({ error: text }), {
            status,
            headers: {
              "content-type": isPlain ? "text/plain" : "application/json",
              ...headers,
            },
          }),
        ),
    });
    const error = await client.repos.get({ type: "model", id: "acme/m" })
      .catch((error: unknown) => error);
    const explained = await explain(error, {
      summary: "Cannot read the model acme/m",
      provider: { tokenSource: () => Promise.resolve(token) },
      namespace: "acme",
      permission: "repo.write",
    });
    assert(explained instanceof DiagnosticsError, `${explained}`);
    const { detail = "" } = explained.diagnostics[0] ?? {};
    const folded = text.replaceAll(/\s+/g, " ").replace(/\.$/, "");
    if (!isPlain) assertStringIncludes(detail, folded);
    const [, besides] = /\(GET https:[^)]*\)\.?\s*(.*)$/s.exec(detail) ?? [];
    assertEquals(besides, says, detail);
  });
}
