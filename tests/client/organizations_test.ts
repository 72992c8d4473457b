import { assertEquals, assertInstanceOf } from "@std/assert";
import { HuggingFace } from "../../mod.ts";
import { json, rejection, Script } from "./script.ts";
import { AuthenticationError } from "../../client/core/api_errors.ts";
import { AbortedError } from "../../client/core/errors.ts";
import { SingleFlight } from "../../client/core/single_flight.ts";

Deno.test("invitations are listed page by page", async () => {
  const one = (id: string) => ({ id, userName: id, active: true });
  const script = new Script(
    json({ totalResults: 3, Resources: [one("1"), one("2")] }),
    json({ totalResults: 3, Resources: [one("3")] }),
  );
  const { organizations: { invitations } } = new HuggingFace(script.options());
  const all = await invitations.list("a").toArray();
  assertEquals(all.map(({ id }) => id), ["1", "2", "3"]);
  assertEquals(
    script.seen.map(({ url }) => new URL(url).searchParams.get("startIndex")),
    ["1", "3"],
  );
});

const SANDBOX = { type: "user", id: "1", name: "sandbox" };

Deno.test("another token is asked about anew", async () => {
  const script = new Script(json(SANDBOX), json({ ...SANDBOX, name: "bob" }));
  let token = "hf_a";
  const { users } = new HuggingFace({
    ...script.options(),
    token: () => token,
  });
  assertEquals((await users.whoami()).name, "sandbox");
  token = "hf_b";
  assertEquals((await users.whoami()).name, "bob");
});

Deno.test("a failure is told to all who wait, and forgotten", async () => {
  const script = new Script(json({}, 401), json(SANDBOX));
  const { users } = new HuggingFace(script.options());
  const errors = await Promise.all([
    rejection(users.whoami()),
    rejection(users.whoami()),
  ]);
  for (const error of errors) assertInstanceOf(error, AuthenticationError);
  assertEquals((await users.whoami()).name, "sandbox");
  assertEquals(script.seen.length, 2);
});

Deno.test("the request ends when the last caller gave up, and a new one is sent", async () => {
  const controller = new AbortController();
  let signal: AbortSignal | undefined;
  const script = new Script((request) => {
    signal = request.signal;
    return new Promise(() => {});
  }, json(SANDBOX));
  const { users } = new HuggingFace(script.options());
  const pending = rejection(users.whoami({ signal: controller.signal }));
  // Let the request go out before it is given up.
  await new Promise((resolve) => setTimeout(resolve, 0));
  controller.abort();
  assertInstanceOf(await pending, AbortedError);
  assertEquals(signal?.aborted, true);
  assertEquals((await users.whoami()).name, "sandbox");
});

Deno.test("two clients do not share what they know", async () => {
  const script = new Script(json(SANDBOX), json({ ...SANDBOX, name: "other" }));
  const one = await new HuggingFace(script.options()).users.whoami();
  const two = await new HuggingFace(script.options()).users.whoami();
  assertEquals([one.name, two.name], ["sandbox", "other"]);
});

Deno.test("a shared value is read when it is first wanted", async () => {
  let reads = 0;
  const shared = new SingleFlight(() => Promise.resolve(++reads));
  assertEquals(reads, 0);
  assertEquals([await shared.get(), await shared.get(), reads], [1, 1, 1]);
});

Deno.test("leaked tokens are revoked by their values alone", async () => {
  const script = new Script(json({}));
  const { users } = new HuggingFace(script.options());
  await users.revokeLeakedTokens(["hf_a", "hf_b"]);
  assertEquals(
    script.seen.map(({ authorization, body }) => [authorization, body]),
    [[null, '{"credentials":["hf_a","hf_b"]}']],
  );
});

Deno.test("a token for the registry is asked for with each of its scopes", async () => {
  const answer = {
    token: "t",
    access_token: "t",
    expires_in: 300,
    issued_at: "2026-11-21T00:00:00.000Z",
  };
  const script = new Script(json(answer));
  const { users } = new HuggingFace(script.options());
  const scopes = ["repository:a/b:pull", "repository:c/d:push"];
  assertEquals(await users.createRegistryToken("r", { scopes }), answer);
  assertEquals(script.seen.map((seen) => seen.url), [
    "https://huggingface.co/api/registry/token?service=r" +
    "&scope=repository%3Aa%2Fb%3Apull&scope=repository%3Ac%2Fd%3Apush",
  ]);
});
