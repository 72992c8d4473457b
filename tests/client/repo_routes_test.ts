import { assertEquals } from "@std/assert";
import { HuggingFace, type RepoRef } from "../../mod.ts";
import { json, Script } from "./script.ts";

const repo: RepoRef = { type: "dataset", id: "acme/data" };
const entry = { type: "file", path: "a", oid: "0".repeat(40), size: 1 };
const token = { token: "hf_jwt_x", accessToken: "Bearer hf_jwt_x", exp: 1 };

Deno.test("what has no other test asks for the Hub's own routes", async () => {
  const cases: readonly (readonly [
    call: (client: HuggingFace) => Promise<unknown>,
    answer: Response,
    line: string,
    body: unknown,
    result: unknown,
  ])[] = [
    [
      ({ files }) => files.pathsInfo(repo, ["a", "b c"], { revision: "v/1" }),
      json([entry]),
      "POST /api/datasets/acme/data/paths-info/v%2F1",
      { paths: ["a", "b c"], expand: false },
      [entry],
    ],
    [
      ({ refs }) => refs.superSquash(repo, "main", { message: "One" }),
      json({ commitId: "abc" }),
      "POST /api/datasets/acme/data/super-squash/main",
      { message: "One" },
      "abc",
    ],
    [
      ({ refs }) => refs.compare(repo, "v1", "main"),
      new Response("diff --git a b\n"),
      "GET /api/datasets/acme/data/compare/v1..main",
      undefined,
      "diff --git a b\n",
    ],
    [
      ({ repos }) => repos.token(repo, { write: true, expiresIn: 60 }),
      json(token),
      "GET /api/datasets/acme/data/jwt?write=true&expires_in=60",
      undefined,
      token,
    ],
    [
      ({ repos }) => repos.token(repo, { write: false }),
      json(token),
      "GET /api/datasets/acme/data/jwt",
      undefined,
      token,
    ],
  ];
  for (const [call, answer, line, body, result] of cases) {
    const script = new Script(answer);
    assertEquals(await call(new HuggingFace(script.options())), result);
    const [seen] = script.seen;
    const { pathname, search } = new URL(seen?.url ?? "");
    assertEquals(`${seen?.method} ${pathname}${search}`, line);
    const sent: unknown = seen?.body === ""
      ? undefined
      : JSON.parse(seen?.body ?? "");
    assertEquals(sent, body, line);
  }
});
