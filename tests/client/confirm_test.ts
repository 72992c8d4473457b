import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { dirname } from "node:path";
import { HuggingFace } from "@hf-terraform/client";
import { readChecks } from "../../client/confirm/guesses.ts";
import { localHosts } from "../../client/confirm/local_hosts.ts";
import { Recorder } from "../../client/confirm/recorder.ts";
import { Redactor } from "../../client/confirm/redact.ts";
import { writeChecks } from "../../client/confirm/write_checks.ts";
import { exclusions } from "../../client/confirm/exclusions.ts";
import { readEvidence } from "../../tools/evidence.ts";
import { inRoot } from "../../tools/paths.ts";
import { readAnswers } from "../recorded/answers.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";
import {
  type RunningSandbox,
  startSandbox,
} from "../support/sandbox_server.ts";

function start(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-lock", "--no-check", "--quiet"],
      inRoot("client/confirm/mod.ts"),
      ...args,
    ],
    env: { HF_TOKEN: "", HUGGING_FACE_HUB_TOKEN: "", ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function run(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<
  { readonly code: number; readonly out: string; readonly err: string }
> {
  const { code, stdout, stderr } = await start(env, ...args).output();
  const [out = "", err = ""] = [stdout, stderr].map((bytes) =>
    new TextDecoder().decode(bytes)
  );
  return { code, out, err };
}

/** Lists the objects in the namespace of the sandbox's organization. */
async function leftIn({ url, token }: RunningSandbox): Promise<unknown[]> {
  const client = new HuggingFace({
    endpoint: url,
    inferenceEndpointsUrl: url,
    token,
  });
  return [
    ...await client.repos.listInventory("acme").toArray(),
    ...await client.collections.list({ owner: ["acme"] }).toArray(),
    ...await client.webhooks.list().toArray(),
    ...await client.buckets.list("acme").toArray(),
    ...await client.jobs.scheduled.list("acme").toArray(),
    ...await client.endpoints.list("acme").toArray(),
  ];
}

Deno.test("confirm only reads unless it is told to spend", async () => {
  await using sandbox = await startSandbox();
  for (const args of [[], ["--namespace", "acme"]]) {
    const { code, out, err } = await run(sandbox.env, ...args);
    assertEquals([code, err], [0, ""]);
    assertMatch(
      out,
      /\n\d+ as guessed, 0 otherwise, \d+ could not be tried, /,
    );
  }
  const { requests } = sandbox.sandbox;
  assert(requests.length > 30);
  assertEquals(requests.filter(({ method }) => method !== "GET"), []);
});

Deno.test("confirm deletes all that it spent on, and writes what the loader reads", async () => {
  await using sandbox = await startSandbox({ deletionMs: 3000 });
  await withTemporaryFolder(async (folder) => {
    const args = ["--namespace", "acme", "--spend", "--record", folder];
    const { code, out, err } = await run(sandbox.env, ...args);
    assertEquals([code, err], [0, ""]);
    assertMatch(out, /Only endpoints cost: aws .* at \$[\d.]+ an hour/);
    assertEquals(out.match(/^OTHERWISE.*/m), null);
    sandbox.sandbox.advance(5000);
    assertEquals(await leftIn(sandbox), []);
    const answers = await readAnswers(folder);
    assert(answers.length > 60);
    assert(
      answers.every(({ kind, request, status }) =>
        kind === "recorded" && /^[A-Z]+ \//.test(request) && status > 0
      ),
    );
    // A second run replaces what is of the same name.
    await run(sandbox.env, "--record", folder);
    const names = (await readAnswers(folder)).map(({ name }) => name);
    assertEquals(new Set(names).size, names.length);
  });
});

Deno.test("confirm deletes what it made when it is stopped", async () => {
  await using sandbox = await startSandbox();
  const child = start(sandbox.env, "--namespace", "acme", "--spend");
  let out = "";
  for await (
    const text of child.stdout.pipeThrough(new TextDecoderStream())
  ) {
    out += text;
    if (/a branch is made once/.test(out) && !out.includes("STOP")) {
      out += "STOP";
      child.kill("SIGINT");
    }
  }
  await child.stderr.cancel();
  assertEquals((await child.status).code, 1);
  assertEquals(out.includes("comes back as"), false);
  assert(sandbox.sandbox.requests.some(({ method }) => method === "DELETE"));
  assertEquals(await leftIn(sandbox), []);
});

Deno.test("confirm says what differs, and what cannot be tried in the service's words", async () => {
  await using sandbox = await startSandbox();
  sandbox.sandbox.addFault({
    match: { method: "GET", path: "expand=__none__" },
    action: {
      status: 400,
      body: { error: '✖ Invalid option: expected one of "sha"|"newField"' },
    },
  });
  sandbox.sandbox.addFault({
    match: { method: "GET", path: "/v2/provider/quotas" },
    action: {
      status: 403,
      body: { error: "Payment method required\x1b]0;title\x07\u202e" },
    },
  });
  const { out } = await run(sandbox.env);
  assert(!/[^\n\P{Cc}]|\p{Cf}/u.test(out), out);
  assertMatch(
    out,
    /OTHERWISE +the list of models .*"author",.*"more":\["newField"\]/,
  );
  assertMatch(out, /not tried +what machines .*Payment method required/);
  sandbox.sandbox.addFault({
    match: { method: "GET", path: "/api/whoami-v2" },
    action: { status: 400, body: { error: "No\x1b]0;title\x07\u202e" } },
  });
  const { code, err } = await run(sandbox.env);
  assertEquals(code, 1);
  assertStringIncludes(err, "]0;title");
  assert(!/[^\n\P{Cc}]|\p{Cf}/u.test(err), err);
});

Deno.test("confirm explains itself, and says what to do without a token or with a wrong one", async () => {
  await using sandbox = await startSandbox();
  const help = await run({}, "--help");
  assertStringIncludes(help.out, "--record FOLDER");
  const none = await run({});
  assertEquals(none.code, 2);
  assertStringIncludes(none.err, "HF_TOKEN is not set. Make a token");
  const wrong = await run({ ...sandbox.env, HF_TOKEN: "hf_wrong" });
  assertEquals(wrong.code, 1);
  assertMatch(wrong.err, /^The service refuses HF_TOKEN.*\n$/);
  const option = await run(sandbox.env, "--spent");
  assertEquals(option.code, 2);
  assertMatch(option.err, /^Unknown option '--spent'.* See --help\n$/);
});

/** Personal data and tokens that no output may hold. */
const planted = [
  "hf_AbCdEfGhIjKlMnOpQrStUvWxYz012345",
  "Theodora",
  "Quillfeather",
  "tquill",
  "quillworks",
  "secret-model",
  "theo@quillfeather.example",
  "507f1f77bcf86cd799439011",
  "9b2d7c1e5f3a48608d7e6c5b4a392817060f5e4d",
  "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "203.0.113.77",
  "2001:db8:85a3::8a2e:370:7334",
  "whsec_4b7a9c2d8e1f6035a4b7",
  "intranet.quill.example",
  "Grandmother's recipes",
  "PASSPHRASE_OF_THEO",
];

/** The service's description of a person. */
const person = {
  type: "user",
  id: "507f1f77bcf86cd799439011",
  name: "tquill",
  fullname: "Theodora Quillfeather",
  email: "theo@quillfeather.example",
  description: "Grandmother's recipes, call Theodora",
  createdAt: "2026-07-23T10:27:03.276Z",
  sha: "9b2d7c1e5f3a48608d7e6c5b4a392817060f5e4d",
  model: "quillworks/secret-model",
  session: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  ipRanges: ["203.0.113.77/32", "2001:db8:85a3::8a2e:370:7334"],
  webhook: {
    url:
      "https://intranet.quill.example/hooks/tquill?key=whsec_4b7a9c2d8e1f6035a4b7",
    secret: "whsec_4b7a9c2d8e1f6035a4b7",
  },
  env: { PASSPHRASE_OF_THEO: "hf_AbCdEfGhIjKlMnOpQrStUvWxYz012345" },
  state: "running",
  none: null,
  empty: "",
  size: 12,
  byUser: { tquill: true },
  unknownField: "tquill told Quillfeather",
  role: "tquill",
};

function findLeaks(text: string): string[] {
  return planted.filter((one) =>
    text.toLowerCase().includes(one.toLowerCase())
  );
}

Deno.test("nothing of a secret or a person is in what is recorded, and the form stays", () => {
  const message = "Theodora (TQuill, theo@quillfeather.example) of " +
    "quillworks may not read secret-model from 203.0.113.77 with " +
    "hf_AbCdEfGhIjKlMnOpQrStUvWxYz012345";
  const redactor = new Redactor([
    "tquill",
    "Theodora Quillfeather",
    "quillworks",
  ]);
  const answers = redactor.redact([
    {
      request: "GET /api/models/quillworks/secret-model?author=tquill",
      status: 403,
      headers: { "x-error-message": message },
      body: { error: message },
    },
    { request: "GET /api/whoami-v2", status: 200, headers: {}, body: person },
    {
      request: "GET /v2/provider/quillworks",
      status: 200,
      headers: {},
      body: {
        vendors: [{
          name: "aws",
          label: message,
          id: "507f1f77bcf86cd799439011",
        }],
      },
    },
  ]);
  const text = JSON.stringify(answers);
  assertEquals(findLeaks(text), []);
  const [refused, who] = answers;
  const made: Record<string, unknown> = Object(who?.body);
  assertEquals(
    Object.keys(made),
    Object.keys(person),
  );
  assertEquals(
    Object.values(made).map((value) => typeof value),
    Object.values(person).map((value) => typeof value),
  );
  const { type, createdAt, state, none, empty, size } = made;
  assertEquals(
    { type, createdAt, state, none, empty, size },
    {
      type: "user",
      createdAt: "2026-07-23T10:27:03.276Z",
      state: "running",
      none: null,
      empty: "",
      size: 12,
    },
  );
  assertMatch(String(made["id"]), /^[\da-f]{24}$/);
  assertMatch(String(made["sha"]), /^[\da-f]{40}$/);
  assertMatch(
    String(made["session"]),
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  );
  assertMatch(String(made["email"]), /^\w+@example\.com$/);
  assertMatch(
    JSON.stringify(made["ipRanges"]),
    /^\["192\.0\.2\.\d+\/32","2001:db8::\w+"\]$/,
  );
  // The same name is the same everywhere.
  const [owner = ""] = String(made["model"]).split("/");
  assertStringIncludes(String(refused?.request), `/api/models/${owner}/`);
  assertStringIncludes(
    JSON.stringify(refused?.body),
    ` of ${owner} may not read `,
  );
  assertStringIncludes(JSON.stringify(refused?.body), String(made["name"]));
});

Deno.test("nothing of what users choose to name and to say is recorded, whatever it is called", () => {
  const words = ["mode", "code", "role", "stage", "plan", "type", "hardware"];
  const values = ["Quill-pass-1", 491701234567, ["Quill pass"], true];
  for (const map of ["env", "secrets", "variables", "labels", "environment"]) {
    const said = Object.fromEntries(words.map((word) => [word, values[0]]));
    assertEquals(recorded({ [map]: said }, words), [], map);
  }
  for (const map of ["cardData", "config"]) {
    for (const value of values) {
      const said = { [words[0]!]: value, quill: { takeover: { role: value } } };
      assertEquals(recorded({ [map]: said }, ["takeover", ...words]), [], map);
    }
  }
  for (const secret of ["hf_abcdefgh12345678", "sk-abcdefgh12345678"]) {
    const said = Object.fromEntries(words.map((word) => [word, secret]));
    assertEquals(recorded(said, [secret]), []);
  }
  const runtime = { stage: "RUNNING", hardware: { current: "cpu-basic" } };
  assertEquals(recorded({ runtime }, ["cpu-basic", "RUNNING", "current"]), [
    "cpu-basic",
    "RUNNING",
    "current",
  ]);
});

for (
  const [what, make] of Object.entries({
    URLs: (at: number) => `https://x.y/n${at}`,
    "mail addresses": (at: number) => `n${at}@x.y`,
    addresses: (at: number) => `10.${at >> 8}.${at & 255}.1`,
    secrets: (at: number) => `hf_${at}abcdefgh`,
    words: (at: number) => `n${at}`,
    sentences: (at: number) => `the number ${at} of n${at}`,
    "names in one another": (at: number) => "n".repeat(at % 300),
  })
) {
  Deno.test(`many ${what} are recorded without a search for each in each`, () => {
    const texts = Array.from({ length: 2000 }, (_, at) => make(at));
    const rest = { request: "GET /x", headers: {} };
    const answers = texts.flatMap((text, at) =>
      [200, 400].map((status) => ({
        ...rest,
        status,
        body: { [`k${at}`]: text },
      }))
    );
    // With a search for each name in each text this takes minutes.
    const redacted = new Redactor(texts.slice(0, 100)).redact(answers);
    assertEquals(redacted.length, answers.length);
  });
}

/** The words, and those that are private, that the record of a body has. */
function recorded(body: unknown, words: readonly string[]): string[] {
  const found = [200, 400].flatMap((status) =>
    new Redactor([]).redact([{ request: "GET /x", status, headers: {}, body }])
  );
  const text = JSON.stringify(found.map(({ body }) => body));
  return [...words, "Quill", "quill", "491701234567"].filter((word) =>
    text.includes(word)
  );
}

Deno.test("confirm shows no token that the service calls a name", async () => {
  await using sandbox = await startSandbox();
  sandbox.sandbox.addFault({
    match: { method: "GET", path: "/api/whoami-v2" },
    action: {
      status: 200,
      body: {
        type: "user",
        id: "1",
        name: sandbox.token,
        orgs: [],
        auth: {},
      },
    },
  });
  const { out, err } = await run(sandbox.env, "--namespace", "acme");
  assertMatch(out, /^For acme, as \[token\]:/);
  assert(!`${out}${err}`.includes(sandbox.token), out);
});

Deno.test("what --record writes of a run holds nothing of a secret or a person", async () => {
  await using sandbox = await startSandbox();
  await withTemporaryFolder(async (folder) => {
    for (
      const [path, body] of Object.entries({
        "/api/whoami-v2": { ...person, orgs: [], auth: {} },
        "/v2/endpoint/": { items: [person], totalItems: 1 },
        "/api/settings/webhooks": [person],
        "/api/jobs/tquill": [person],
        "/v2/provider/tquill": {
          vendors: [{
            name: "aws",
            label: "For tquill, theo@quillfeather.example",
          }],
        },
      })
    ) {
      const action = { status: 200, body };
      sandbox.sandbox.addFault({ match: { method: "GET", path }, action });
    }
    const forms = [sandbox.token, btoa(sandbox.token)];
    sandbox.sandbox.addFault({
      match: { method: "GET", path: "/api/collections" },
      action: { status: 403, body: { error: forms.join(" of ") } },
    });
    const { code, out } = await run(sandbox.env, "--record", folder);
    assertEquals(code, 0);
    assertMatch(out, /^For tquill, as tquill:/);
    const written = await readAnswers(folder);
    assert(written.length > 15);
    assertEquals(findLeaks(JSON.stringify(written)), []);
    assertStringIncludes(JSON.stringify(written), "[token] of [token]");
    assertEquals(findLeaks(await Deno.readTextFile(`${folder}/index.tsv`)), []);
  });
});

Deno.test("--record neither reads nor writes what a link in its folder leads to", async () => {
  await using sandbox = await startSandbox();
  await withTemporaryFolder(async (base) => {
    const { sandbox: { requests }, env } = sandbox;
    for (const link of [Deno.symlink, Deno.link]) {
      for (
        const name of [
          "index.tsv",
          "answers",
          "answers/confirm",
          "answers/confirm/get-api-whoami-v2-200.json",
        ]
      ) {
        const isFile = name.includes(".");
        if (link === Deno.link && !isFile) continue;
        const folder = await Deno.makeTempDir({ dir: base });
        const outside = await Deno.makeTempDir({ dir: base });
        await Deno.writeTextFile(`${outside}/mine`, "mine");
        const path = `${folder}/${name}`;
        await Deno.mkdir(dirname(path), { recursive: true });
        await link(isFile ? `${outside}/mine` : outside, path);
        const asked = requests.length;
        const { code, err } = await run(env, "--record", folder);
        const found = [...Deno.readDirSync(outside)].map(({ name }) => name);
        assertEquals(found, ["mine"]);
        assertEquals(await Deno.readTextFile(`${outside}/mine`), "mine");
        if (code === 0) {
          assertEquals((await Deno.lstat(path)).isFile, true, name);
          assert(link === Deno.link || !name.startsWith("index"), name);
        } else {
          assertStringIncludes(err, `${path} is a link`);
          assertEquals(requests.length, asked);
        }
      }
    }
  });
});

Deno.test("no file of a record has a name too long for a file system", async () => {
  const recorder = new Recorder();
  const fetch = recorder.wrap(() => Promise.resolve(Response.json({})));
  for (const path of ["x".repeat(4000), "a-name/".repeat(400)]) {
    await fetch(new Request(`https://h/api/${path}`));
  }
  for (const { path } of recorder.files([], "2026-11-27")) {
    assert(path.length < 150, path);
  }
});

Deno.test("the token is recorded neither in a request's path nor in an answer, escaped within JSON or not", async () => {
  const token = "a-token-of-a-mirror";
  const numbered = token.replaceAll("-", "&#45;");
  for (const shown of [token, btoa(token), numbered]) {
    const json = JSON.stringify({ error: shown, by_name: { [shown]: 1 } });
    for (const body of [shown, json, json.replaceAll("&", "\\u0026")]) {
      const recorder = new Recorder();
      const escaped = token.replaceAll("-", "%2d");
      const told = { [`x-error-${escaped}`]: "1", "x-error-code": shown };
      const fetch = recorder.wrap(() =>
        Promise.resolve(new Response(body, { headers: told }))
      );
      const headers = { authorization: `Bearer ${token}` };
      const url = `https://h/api/${token}/x?y=${token}`;
      await fetch(new Request(url, { headers }));
      const answers = JSON.stringify(recorder.answers);
      assertMatch(answers, /\[token\]\/x.*body":.*\[token\]/);
      assertEquals(answers.match(/mirror|YS10|%2d/g), null, answers);
    }
  }
});

Deno.test("no address of this machine that is asked goes to a proxy", () => {
  const hosts = localHosts({
    HF_ENDPOINT: "http://127.1.2.3:18300",
    HF_INFERENCE_ENDPOINTS_URL: "https://api.example",
  });
  assert(hosts.includes("127.1.2.3") && hosts.includes("127.0.0.1"));
  assert(!hosts.includes("api.example"));
});

Deno.test("each guess of EVIDENCE is tried, or said not to be with a reason", async () => {
  const guessed = (await readEvidence())
    .filter(({ mark }) => mark === "guessed").map(({ subject }) => subject);
  const tried = new Set(
    [...readChecks, ...writeChecks].flatMap(({ tries = [] }) => tries),
  );
  const said = [...tried, ...Object.keys(exclusions)];
  assertEquals(guessed.filter((one) => !said.includes(one)), []);
  assertEquals(Object.keys(exclusions).filter((one) => tried.has(one)), []);
  assertEquals(
    Object.keys(exclusions).filter((one) => !guessed.includes(one)),
    [],
  );
});
