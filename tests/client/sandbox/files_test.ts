import { assertEquals, assertMatch } from "@std/assert";
import { startSandbox } from "../../support/sandbox_server.ts";
import {
  hashCommit,
  hashTrees,
  largeFile,
  regularFile,
} from "../../../client/sandbox/hub/git_objects.ts";

const binary = new Uint8Array([0, 255, 128, 1]);

/** A served sandbox with the model `sandbox/demo` that holds `a.bin`. */
async function withFile(
  work: (url: string, headers: Record<string, string>) => Promise<void>,
): Promise<void> {
  await using running = await startSandbox({ createMs: 0 });
  const headers = {
    authorization: `Bearer ${running.token}`,
    "content-type": "application/json",
  };
  const path = "a.txt";
  const content = btoa(String.fromCharCode(...binary));
  const files = [{ path, content, encoding: "base64" }];
  const created = await fetch(`${running.url}/api/repos/create`, {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "demo", files }),
  });
  await created.body?.cancel();
  await work(running.url, headers);
}

const file = "/sandbox/demo/resolve/main/a.txt";

Deno.test("bytes stay what they are, whole and in part", () =>
  withFile(async (url) => {
    const cases: readonly (readonly [string, number, number[], string])[] = [
      ["", 200, [0, 255, 128, 1], ""],
      ["bytes=1-2", 206, [255, 128], "bytes 1-2/4"],
      ["bytes=2-", 206, [128, 1], "bytes 2-3/4"],
      ["bytes=-1", 206, [1], "bytes 3-3/4"],
      ["bytes=0-99", 206, [0, 255, 128, 1], "bytes 0-3/4"],
      ["bytes=4-", 416, [], "bytes */4"],
      ["lines=1-2", 200, [0, 255, 128, 1], ""],
    ];
    for (const [range, status, bytes, answered] of cases) {
      const headers: Record<string, string> = range === "" ? {} : { range };
      const answer = await fetch(url + file, { headers });
      const body = new Uint8Array(await answer.arrayBuffer());
      assertEquals(
        [answer.status, [...body], answer.headers.get("content-range") ?? ""],
        [status, bytes, answered],
        range,
      );
    }
  }));

Deno.test("HEAD says what the file is without sending it", () =>
  withFile(async (url) => {
    const first = await fetch(url + file, {
      method: "HEAD",
      redirect: "manual",
    });
    assertEquals(first.status, 307);
    const commit = first.headers.get("x-repo-commit") ?? "";
    assertMatch(commit, /^[0-9a-f]{40}$/);
    assertEquals(
      first.headers.get("location"),
      `/api/resolve-cache/models/sandbox/demo/${commit}/a.txt`,
    );
    const { headers, body } = await fetch(url + file, { method: "HEAD" });
    assertEquals(await new Response(body).text(), "");
    assertEquals(headers.get("content-length"), "4");
    assertMatch(headers.get("etag") ?? "", /^"[0-9a-f]{40}"$/);
  }));

Deno.test("a file that is not there says at which commit", () =>
  withFile(async (url) => {
    const { status, headers, body } = await fetch(`${url}${file}x`);
    await body?.cancel();
    assertEquals(
      [status, headers.get("x-error-code")],
      [404, "EntryNotFound"],
    );
    assertMatch(headers.get("x-repo-commit") ?? "", /^[0-9a-f]{40}$/);
  }));

Deno.test("a commit comes as lines or as one JSON object", () =>
  withFile(async (url, headers) => {
    const commit = async (type: string, body: string) => {
      const answer = await fetch(`${url}/api/models/sandbox/demo/commit/main`, {
        method: "POST",
        headers: { ...headers, "content-type": type },
        body,
      });
      return { status: answer.status, body: await answer.json() };
    };
    const header = { summary: "Change" };
    const added = { path: "b/c", content: "1" };
    const lines = [{ key: "header", value: header }, {
      key: "file",
      value: added,
    }];
    const ndjson = lines.map((line) => JSON.stringify(line)).join("\n");
    assertEquals((await commit("application/x-ndjson", ndjson)).status, 200);
    const whole = { ...header, deletedFiles: [{ path: "b" }] };
    const { body } = await commit("application/json", JSON.stringify(whole));
    assertEquals(
      body.commitUrl,
      `${url}/sandbox/demo/commit/${body.commitOid}`,
    );
    for (const path of ["../x", "..\\x", ".git/config", "/x", "a//b"]) {
      const { status } = await commit(
        "application/json",
        JSON.stringify({ ...header, files: [{ path, content: "" }] }),
      );
      assertEquals(status, 422, path);
    }
    const tree = await fetch(`${url}/api/models/sandbox/demo/tree/main`);
    const names = (await tree.json()).map((each: { path: string }) =>
      each.path
    );
    assertEquals(names, [".gitattributes", "a.txt"]);
  }));

// The output of `git hash-object`, `git write-tree` and `git commit-tree`.
Deno.test("ids of blobs, trees and commits are those of git", async () => {
  const hello = await regularFile("hello\n");
  assertEquals(hello.oid, "ce013625030ba8dba906f756967f9e9ca394464a");
  const empty = await hashTrees(new Map());
  assertEquals(empty.get(""), "4b825dc642cb6eb9a060e54bf8d69288fbee4904");
  const large = await largeFile(
    new TextEncoder().encode("hello\n"),
    "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
  );
  const files = new Map([
    ["a.txt", hello],
    ["a/b.txt", hello],
    ["a0", hello],
    ["w.bin", large],
  ]);
  const trees = await hashTrees(files);
  const tree = trees.get("") ?? "";
  const at = Date.UTC(2026, 10, 21, 9);
  const commit = {
    tree,
    parents: [],
    author: "sandbox",
    at,
    title: "One",
    message: "Why",
  };
  const first = await hashCommit(commit);
  assertEquals(
    [large.oid, trees.get("a"), tree, first],
    [
      "fa61e1ef71c9908c0926776a4aa3504b3a27f159",
      "dd5a3627ad3d4a1eaa9b180972bab37891a5e101",
      "2512991baaa8bd89c201052687910810ef7e81d9",
      "d1a500dac39bb0293b24bfa871d6ca68236bb4d6",
    ],
  );
});
