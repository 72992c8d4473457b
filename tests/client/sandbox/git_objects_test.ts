import { assertEquals } from "@std/assert";
import {
  hashCommit,
  hashTrees,
  largeFile,
  regularFile,
} from "../../../client/sandbox/hub/git_objects.ts";

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
