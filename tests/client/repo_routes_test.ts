import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
} from "@std/assert";
import {
  AbortedError,
  ApiError,
  BadRequestError,
  HuggingFace,
  NotFoundError,
  PermissionDeniedError,
  type RepoRef,
  ResponseFormatError,
} from "../../mod.ts";
import { Sandbox } from "../../client/sandbox/mod.ts";
import { json, rejection, Script } from "./script.ts";
import { startInSandbox } from "./in_sandbox.ts";

const repo: RepoRef = { type: "dataset", id: "acme/data" };
/** The `git hash-object` of a file that holds "hi\n". */
const hi = "45b983be36b73c0788dc9cbcb76cbb80fc7bb057";

async function start() {
  const { sandbox, client, as } = startInSandbox({
    createMs: 0,
    tokens: {
      hf_read: "read",
      hf_bob: "bob:write",
      hf_other: "somebody-else:write",
    },
    now: () => Date.UTC(2026, 10, 21),
  });
  await client.repos.create({ type: "dataset", id: "acme/data" });
  for (const name of ["a", "b c"]) {
    await client.files.commit(repo, {
      summary: `Add ${name}`,
      operations: [{ path: `folder/${name}.txt`, content: "hi\n" }],
    });
  }
  return { sandbox, client, as };
}

Deno.test("creates and copies by a client, and by those made from it, are sent one after the other", async () => {
  const { sandbox, client: { repos } } = await start();
  await repos.create({ type: "model", id: "acme/source" });
  let [open, most] = [0, 0];
  const client = new HuggingFace({
    token: sandbox.token,
    async fetch(request) {
      most = Math.max(most, ++open);
      return await sandbox.fetch(request).finally(() => open--);
    },
  });
  const other = client.withOptions({ timeoutMs: 60_000 });
  await Promise.all(
    [client, other, other.withOptions({ maxRetries: 0 })].flatMap(
      ({ repos }, i) => [
        repos.create({ type: "model", id: `acme/made-${i}` }),
        repos.duplicate({ type: "model", id: "acme/source" }, `acme/copy-${i}`),
      ],
    ),
  );
  assertEquals(most, 1);
});

Deno.test("a create ends with its signal, before it is its turn too", async () => {
  const client = new HuggingFace({ fetch: () => new Promise(() => {}) });
  const first = new AbortController();
  const create = (signal: AbortSignal) =>
    rejection(
      client.repos.create({ type: "model", id: "a/b" }, {}, { signal }),
    );
  const sent = create(first.signal);
  const waiting = new AbortController();
  const line = create(waiting.signal);
  waiting.abort();
  assertInstanceOf(await line, AbortedError);
  assertInstanceOf(await create(AbortSignal.abort()), AbortedError);
  first.abort();
  assertInstanceOf(await sent, AbortedError);
});

Deno.test("paths are looked up with git's own hashes", async () => {
  const { client: { files } } = await start();
  const paths = ["folder", "folder/b c.txt", "nowhere"];
  const found = await files.getPaths(repo, paths, { expand: true });
  assertEquals(found.map(({ type, path }) => [type, path]), [
    ["directory", "folder"],
    ["file", "folder/b c.txt"],
  ]);
  assertEquals([found[1]?.oid, found[1]?.size], [hi, 3]);
  assertEquals(found[1]?.lastCommit?.title, "Add b c");
  await assertRejects(
    () => files.getPaths(repo, paths, { revision: "v/1" }),
    NotFoundError,
  );
});

Deno.test("a commit is read on its own branch only, until that is merged", async () => {
  const { client: { files, discussions } } = await start();
  const { num } = await discussions.create(repo, {
    ...{ title: "More", description: "", pullRequest: true },
  });
  const there = { revision: `refs/pr/${num}` };
  const [path, content] = ["new.txt", "new"];
  const operations = [{ path, content }];
  await files.commit(repo, { summary: "More", operations, ...there });
  assertEquals(await files.read(repo, path, there), content);
  await assertRejects(() => files.read(repo, path), NotFoundError);
  await discussions.merge(repo, num);
  assertEquals(await files.read(repo, path), content);
});

Deno.test("a file is read up to maxResponseBytes, and downloaded whatever its size", async () => {
  const { sandbox } = await start();
  const { token } = sandbox;
  const fetch = (request: Request) => sandbox.fetch(request);
  const at = [repo, "folder/a.txt"] as const;
  const upTo = (maxResponseBytes: number) =>
    new HuggingFace({ token, fetch, maxResponseBytes }).files;
  assertEquals((await upTo(3).readBytes(...at)).length, 3);
  await assertRejects(() => upTo(2).readBytes(...at), ResponseFormatError);
  assertEquals(await (await upTo(2).download(...at)).text(), "hi\n");
});

Deno.test("a former name leads to every file and revision", async () => {
  const { client: { files, refs, repos } } = await start();
  const revision = "feature/x";
  await refs.createBranch(repo, revision);
  const paths = ["a#b.txt", "a?b.txt", "a%20b.txt"];
  await files.commit(repo, {
    summary: "Odd names",
    revision,
    operations: paths.map((path) => ({ path, content: path })),
  });
  await repos.move(repo, "acme/moved");
  for (const path of paths) {
    assertEquals(await files.read(repo, path, { revision }), path);
  }
  const found = await files.list(repo, { revision }).toArray();
  for (const path of paths) assert(found.some((one) => one.path === path));
});

Deno.test("the Hub says how a file has to be uploaded", async () => {
  const { client: { files } } = await start();
  const uploads = await files.getUploadModes(repo, [
    { path: "a.txt", size: 2, sample: "aGk=" },
    { path: "a.safetensors", size: 2, sample: "aGk=" },
    { path: "large.txt", size: 20_000_000, sample: "aGk=" },
  ]);
  assertEquals(uploads.map(({ path, uploadMode }) => [path, uploadMode]), [
    ["a.txt", "regular"],
    ["a.safetensors", "lfs"],
    ["large.txt", "lfs"],
  ]);
});

Deno.test("revisions are compared, and a branch is squashed", async () => {
  const { client: { refs } } = await start();
  await refs.createTag(repo, "v1");
  const history = await refs.listCommits(repo).toArray();
  const first = history.at(-1)?.id ?? "";
  const changes = await refs.compare(repo, first, "v1");
  assert(changes.includes("folder/b c.txt"), changes);
  const squashed = await refs.superSquash(repo, "main", { message: "One" });
  const [only, ...others] = await refs.listCommits(repo).toArray();
  assertEquals([only?.id, only?.title, others], [squashed, "One", []]);
  const error = await assertRejects(
    () => refs.superSquash(repo, "v1"),
    ApiError,
  );
  assertEquals(error.status, 400);
});

Deno.test("a token that is no single word is refused: a mask of it would take a quote along", async () => {
  const answer = { token: "ADDRESS '", tokenInfo: { _id: "1" } };
  const { repos, organizations: { serviceAccounts } } = new HuggingFace({
    token: "hf_x",
    fetch: () => Promise.resolve(Response.json(answer)),
  });
  for (
    const make of [
      () => repos.createToken(repo),
      () => serviceAccounts.createToken("acme", "1", {}),
      () => serviceAccounts.rotateToken("acme", "1", "2"),
    ]
  ) await assertRejects(make, ResponseFormatError, "not a name");
});

Deno.test("a repository has tokens of its own", async () => {
  const { sandbox, client: { repos }, as } = await start();
  const now = Date.UTC(2026, 10, 21) / 1000;
  const token = await repos.createToken(repo, { write: true, expiresIn: 60 });
  assertEquals(token.accessToken, `Bearer ${token.token}`);
  assertEquals(token.exp, now + 60);
  assertEquals((await repos.createToken(repo, { write: true })).exp, now + 600);
  assertEquals((await repos.createToken(repo)).exp, now + 3600);
  assertEquals(
    (await repos.createToken(repo, { expiresIn: 86_400 })).exp,
    now + 3600,
  );
  await as("hf_read").repos.createToken(repo);
  for (const other of ["hf_read", "hf_bob"]) {
    await assertRejects(
      () => as(other).repos.createToken(repo, { write: true }),
      PermissionDeniedError,
    );
  }
  const commit = () =>
    as(token.token).files.commit(repo, {
      summary: "Add x",
      operations: [{ path: "x", content: "x" }],
    });
  await commit();
  sandbox.advance(60_000);
  const error = await assertRejects(commit, ApiError);
  assertEquals(error.status, 401);
});

Deno.test("a repository tells its resource group, scan, size and copy", async () => {
  const { client: { repos, files, collections } } = await start();
  const group = "a".repeat(24);
  assertEquals(await repos.getResourceGroup(repo), null);
  await repos.setResourceGroup(repo, group);
  assertEquals((await repos.getResourceGroup(repo))?.id, group);
  const { slug } = await collections.create("acme", { title: "C" });
  assertEquals(await collections.getResourceGroup(slug), null);
  await collections.setResourceGroup(slug, group);
  assertEquals((await collections.getResourceGroup(slug))?.id, group);
  assertEquals(await files.getScan(repo), {
    scansDone: true,
    filesWithIssues: [],
  });
  assertEquals(await files.getSize(repo, { path: "folder" }), 6);
  assertEquals((await repos.getDuplicateStatus(repo)).pending, false);
});

Deno.test("a README is validated before it is committed", async () => {
  const { client: { files } } = await start();
  const validate = (yaml: string) =>
    files.validateReadme(`---\n${yaml}\n---\n`, "dataset");
  assertEquals(await validate("license: mit"), []);
  assertEquals(await validate(""), [
    { message: "empty or missing yaml metadata in repo card" },
  ]);
  const message = '"tags" must be an array';
  const error = await assertRejects(
    () => validate("tags: 1"),
    BadRequestError,
  );
  assertEquals(error.body, { error: message, errors: [{ message }] });
});

/** Contents of large files by their SHA-256. */
const large = {
  "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb": "a",
  "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d": "b",
};

async function commitLarge(sandbox: Sandbox, oid: string, content: string) {
  const post = async (path: string, body: unknown) => {
    const answer = await sandbox.fetch(
      new Request(`https://huggingface.co${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${sandbox.token}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(body),
      }),
    );
    assertEquals(answer.status, 200);
    return await answer.json();
  };
  const { objects: [{ actions: { upload: { href } } }] } = await post(
    `/datasets/${repo.id}.git/info/lfs/objects/batch`,
    { operation: "upload", objects: [{ oid, size: 1 }] },
  );
  await sandbox.fetch(new Request(href, { method: "PUT", body: content }));
  await post(`/api/datasets/${repo.id}/commit/main`, {
    summary: `Add ${content}`,
    lfsFiles: [{
      path: `${content}.safetensors`,
      algo: "sha256",
      oid,
      size: 1,
    }],
  });
}

Deno.test("large files are listed and deleted", async () => {
  const { sandbox, client: { files } } = await start();
  assertEquals(await files.listLarge(repo).toArray(), []);
  for (const [oid, content] of Object.entries(large)) {
    await commitLarge(sandbox, oid, content);
    const { status, headers } = await sandbox.fetch(
      new Request(
        `https://huggingface.co/datasets/${repo.id}/resolve/main/${content}.safetensors`,
        { headers: { authorization: `Bearer ${sandbox.token}` } },
      ),
    );
    const { pathname } = new URL(headers.get("location") ?? "");
    assertEquals([status, pathname], [302, `/lfs-storage/${oid}`]);
  }
  const found = await files.listLarge(repo, { pageSize: 1 }).toArray();
  const [one, other] = found.toSorted((a, b) =>
    (a.oid ?? "") < (b.oid ?? "") ? 1 : -1
  );
  assert(one !== undefined && other !== undefined);
  assertEquals([one.oid, other.oid], Object.keys(large));
  assertEquals([one.filename, one.size, one.ref], ["a.safetensors", 1, "main"]);
  await files.deleteLarge(repo, [one.fileOid]);
  assertEquals(
    (await files.listLarge(repo).toArray()).map(({ oid }) => oid),
    [other.oid],
  );
});

Deno.test("what the sandbox does not imitate is asked for as it is documented", async () => {
  const token = { casUrl: "https://cas.example", exp: 1, accessToken: "x" };
  const event = "event: change\ndata: {}\n\n";
  const events = [{ event: "change", data: "{}" }];
  const gated: RepoRef = { type: "model", id: "acme/m" };
  const calls: readonly [
    path: string,
    call: (client: HuggingFace) => Promise<unknown>,
    answer: Response,
    result: unknown,
  ][] = [
    [
      "/datasets/acme/data/user-access-report",
      (client) => client.accessRequests.getReport(repo),
      json([{ user: "ann", status: "pending", Why: "Research" }]),
      [{ user: "ann", status: "pending", Why: "Research" }],
    ],
    [
      "/acme/m/user-access-report",
      (client) => client.accessRequests.getReport(gated),
      json([]),
      [],
    ],
    [
      "/api/datasets/acme/data/xet-read-token/refs%2Fpr%2F1",
      (client) =>
        client.files.createXetToken(repo, "read", { revision: "refs/pr/1" }),
      json(token),
      token,
    ],
    [
      "/api/datasets/acme/data/xet-write-token/main",
      (client) => client.files.createXetToken(repo, "write"),
      json(token),
      token,
    ],
    [
      "/api/datasets/acme/data/compare/v1..main",
      (client) => client.refs.compare(repo, "v1", "main"),
      new Response("diff"),
      "diff",
    ],
    [
      "/api/buckets/acme/b/xet-write-token",
      (client) => client.buckets.createXetToken("acme/b", "write"),
      json(token),
      token,
    ],
    [
      "/api/buckets/acme/b/events?cursor=1",
      ({ buckets }) =>
        Array.fromAsync(buckets.followEvents("acme/b", { cursor: "1" })),
      new Response(event),
      events,
    ],
    [
      "/api/spaces/acme/s/metrics",
      ({ spaces }) => Array.fromAsync(spaces.followMetrics("acme/s")),
      new Response(event),
      events,
    ],
  ];
  for (const [path, call, answer, result] of calls) {
    const script = new Script(answer);
    const found = await call(new HuggingFace(script.options()));
    assertEquals(found, result, path);
    assertEquals(
      script.seen.map(({ method, url }) => [method, url]),
      [["GET", `https://huggingface.co${path}`]],
    );
  }
});

Deno.test("the files of a copy are waited for", async () => {
  const sandbox = new Sandbox();
  const { repos } = new HuggingFace({
    token: sandbox.token,
    fetch: (request) => sandbox.fetch(request),
  });
  await repos.create({ type: "model", id: "acme/source" });
  const copy: RepoRef = { type: "model", id: "acme/copy" };
  await repos.duplicate({ type: "model", id: "acme/source" }, copy.id);
  sandbox.addFault({
    match: { method: "GET", path: "/duplicate/status" },
    action: {
      status: 200,
      body: { pending: true, filesTotal: 3, filesCopied: 1 },
    },
  });
  sandbox.clearRequests();
  await repos.waitForCopy(copy, { intervalMs: 1 });
  assertEquals(sandbox.requests.length, 2);
});
