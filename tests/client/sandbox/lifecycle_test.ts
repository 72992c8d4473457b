import { assertEquals, assertMatch } from "@std/assert";
import type { Json, Sandbox } from "../../../client/sandbox/mod.ts";
import { ask, at, endpointBody, stillSandbox } from "./fixtures.ts";

const path = "/v2/endpoint/sandbox/demo";

async function state(sandbox: Sandbox): Promise<Json | undefined> {
  return at((await ask(sandbox, `GET ${path}`)).body, "status.state");
}

async function create(
  sandbox: Sandbox,
  repository = "gpt2",
  minReplica = 1,
): Promise<void> {
  const reply = await ask(
    sandbox,
    "POST /v2/endpoint/sandbox",
    endpointBody({
      model: { repository },
      compute: { scaling: { minReplica } },
    }),
  );
  assertEquals(reply.status, 200, reply.text);
}

async function act(sandbox: Sandbox, action: string): Promise<number> {
  return (await ask(sandbox, `POST ${path}/${action}`)).status;
}

Deno.test("the address is there before the endpoint runs", async () => {
  const sandbox = stillSandbox();
  await create(sandbox);
  const url = async () =>
    at((await ask(sandbox, `GET ${path}`)).body, "status.url");
  assertEquals(await url(), undefined);
  sandbox.advance(400);
  const address = await url();
  assertMatch(
    String(address),
    /^https:\/\/[a-z0-9]{16}\.us-east-1\.aws\.endpoints\.huggingface\.cloud$/,
  );
  sandbox.advance(1000);
  await act(sandbox, "pause");
  assertEquals(await url(), address);
});

Deno.test("replicas are counted by state", async () => {
  const sandbox = stillSandbox();
  await create(sandbox);
  const count = async () => {
    const { body } = await ask(sandbox, `GET ${path}`);
    return [at(body, "status.readyReplica"), at(body, "status.targetReplica")];
  };
  assertEquals(await count(), [0, 0]);
  sandbox.advance(400);
  assertEquals(await count(), [0, 1]);
  sandbox.advance(1000);
  assertEquals(await count(), [1, 1]);
});

Deno.test("a start that fails says why, in state and log", async () => {
  const sandbox = stillSandbox();
  await create(sandbox, "acme/fail-to-start");
  sandbox.advance(1000);
  const { body } = await ask(sandbox, `GET ${path}`);
  assertEquals(at(body, "status.state"), "failed");
  assertEquals(at(body, "status.message"), "Endpoint failed to deploy");
  const logs = await ask(sandbox, `GET ${path}/logs`);
  const reason = String(at(body, "status.errorMessage"));
  assertMatch(reason, /Failed to load acme\/fail-to-start/);
  assertEquals(logs.text.includes(reason), true);
  assertEquals(await act(sandbox, "resume"), 200);
  assertEquals(await state(sandbox), "pending");
});

Deno.test("an endpoint may never start", async () => {
  const sandbox = stillSandbox();
  await create(sandbox, "acme/never-starts");
  sandbox.advance(86_400_000);
  assertEquals(await state(sandbox), "initializing");
});

Deno.test("an update rolls out, or fails and can be repaired", async () => {
  const sandbox = stillSandbox();
  await create(sandbox);
  sandbox.advance(1000);
  const put = async (repository: string) => {
    // A commit of one model is none of another.
    const model = { repository, revision: null };
    await ask(sandbox, `PUT ${path}`, { model });
    const during = await state(sandbox);
    sandbox.advance(1000);
    return [during, await state(sandbox)];
  };
  assertEquals(await put("bert-base-uncased"), ["updating", "running"]);
  assertEquals(await put("acme/fail-to-update"), ["updating", "updateFailed"]);
  assertEquals(await put("gpt2"), ["updating", "running"]);
});

Deno.test("pause is at once and lasts through updates", async () => {
  const sandbox = stillSandbox();
  await create(sandbox);
  sandbox.advance(1000);
  assertEquals(await act(sandbox, "pause"), 200);
  assertEquals(await state(sandbox), "paused");
  await ask(sandbox, `PUT ${path}`, { tags: ["a"] });
  sandbox.advance(5000);
  assertEquals(await state(sandbox), "paused");
  assertEquals(await act(sandbox, "scale-to-zero"), 400);
  assertEquals(await act(sandbox, "resume"), 200);
  sandbox.advance(1000);
  assertEquals(await state(sandbox), "running");
});

Deno.test("resume of a running endpoint says so", async () => {
  const sandbox = stillSandbox();
  await create(sandbox);
  sandbox.advance(1000);
  const reply = await ask(sandbox, `POST ${path}/resume`);
  assertEquals(reply.status, 400);
  assertMatch(String(reply.body.error), /already running/);
});

Deno.test("a call keeps an endpoint awake", async () => {
  const sandbox = stillSandbox();
  await create(sandbox, "gpt2", 0);
  sandbox.advance(1000);
  const { body } = await ask(sandbox, `GET ${path}`);
  const origin = String(at(body, "status.url"));
  for (let round = 0; round < 3; round++) {
    sandbox.advance(10 * 60_000);
    await ask(sandbox, "GET /", undefined, { origin });
  }
  assertEquals(await state(sandbox), "running");
});

Deno.test("a deletion takes its time, and the name is taken until then", async () => {
  const sandbox = stillSandbox();
  await create(sandbox);
  const again = () => ask(sandbox, "POST /v2/endpoint/sandbox", endpointBody());
  const statuses = [
    (await ask(sandbox, `DELETE ${path}`)).status,
    (await ask(sandbox, `GET ${path}`)).status,
    (await again()).status,
  ];
  for (const passed of [999, 1]) {
    sandbox.advance(passed);
    statuses.push((await ask(sandbox, `GET ${path}`)).status);
  }
  statuses.push((await again()).status);
  assertEquals(statuses, [200, 200, 409, 200, 404, 200]);
});

Deno.test("a model or revision that is not there fails to deploy", async (t) => {
  const cases = [
    [{ repository: "acme/nope" }, /Repository Not Found.*acme\/nope/],
    [{ repository: "gpt2", revision: "v9" }, /Revision Not Found.*v9/],
  ] as const;
  for (const [model, reason] of cases) {
    await t.step(JSON.stringify(model), async () => {
      const sandbox = stillSandbox();
      const body = endpointBody({ model });
      await ask(sandbox, "POST /v2/endpoint/sandbox", body);
      sandbox.advance(1000);
      const { status } = (await ask(sandbox, `GET ${path}`)).body;
      assertEquals(at(status, "state"), "failed");
      assertMatch(String(at(status, "errorMessage")), reason);
      await ask(sandbox, `PUT ${path}`, { model: { repository: "acme/m" } });
      sandbox.advance(1000);
      assertEquals(await state(sandbox), "updateFailed");
    });
  }
});

Deno.test("what is not downloaded need not be there", async () => {
  const sandbox = stillSandbox();
  const experimentalFeatures = { skipRepoDownload: true };
  const model = { repository: "acme/nope" };
  const body = endpointBody({ model, experimentalFeatures });
  await ask(sandbox, "POST /v2/endpoint/sandbox", body);
  sandbox.advance(1000);
  assertEquals(await state(sandbox), "running");
});
