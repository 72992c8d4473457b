import process from "node:process";
import { assertEquals, assertRejects } from "@std/assert";
import { run } from "../../../provider/framework/testing/system/run.ts";
import {
  type Environment,
  findToken,
  tokenFile,
} from "../../../provider/huggingface/token.ts";
import { providerIn } from "../../../provider/huggingface/provider.ts";
import { redactSecrets } from "../../../provider/framework/secrets.ts";
import { testIf } from "../../support/skip.ts";

function noFile(): Promise<string> {
  return Promise.reject(new Error("there is no such file"));
}

Deno.test("the token file lies where hf puts it, and never in the working directory", () => {
  const table: readonly (readonly [Environment, string | undefined])[] = [
    [{ HF_TOKEN_PATH: "/t", HF_HOME: "/h", HOME: "/u" }, "/t"],
    [{ HF_HOME: "/h", XDG_CACHE_HOME: "/c", HOME: "/u" }, "/h/token"],
    [{ XDG_CACHE_HOME: "/c", HOME: "/u" }, "/c/huggingface/token"],
    [{ HOME: "/u" }, "/u/.cache/huggingface/token"],
    [{ HF_HOME: "", HOME: "/u" }, "/u/.cache/huggingface/token"],
    [{ USERPROFILE: "/w" }, "/w/.cache/huggingface/token"],
    [{}, undefined],
    ...["HF_TOKEN_PATH", "HF_HOME", "XDG_CACHE_HOME", "HOME", "USERPROFILE"]
      .flatMap((name) =>
        [".", "here", "~/here", "$HOME/here"].map((path) =>
          [{ [name]: path }, undefined] as const
        )
      ),
  ];
  for (const [env, expected] of table) {
    assertEquals(tokenFile(env)?.replaceAll("\\", "/"), expected);
  }
});

Deno.test("the token comes from the first place that has one", async () => {
  const both = { HF_TOKEN: "hf_a", HUGGING_FACE_HUB_TOKEN: "hf_b" };
  assertEquals((await findToken(both, noFile))?.token, "hf_a");
  assertEquals(
    (await findToken({ ...both, HF_TOKEN: " \n" }, noFile))?.token,
    "hf_b",
  );
  const paths: string[] = [];
  const found = await findToken({ HOME: "/u" }, (path) => {
    paths.push(path);
    return Promise.resolve("hf_c\n");
  });
  assertEquals(found?.token, "hf_c");
  assertEquals(found?.source.includes(paths[0] ?? "?"), true);
  assertEquals(await findToken({ HOME: "/u" }, noFile), undefined);
  assertEquals(
    await findToken({ HOME: "/u" }, () => Promise.resolve(" \r\n")),
    undefined,
  );
  assertEquals(await findToken({}, noFile), undefined);
});

Deno.test("a token is masked unless it is the name of its variable", async () => {
  for (const token of ["HF_TOKEN", "$HF_TOKEN", "${HF_TOKEN}", "%HF_TOKEN%"]) {
    await findToken({ HF_TOKEN: token }, noFile);
    assertEquals(redactSecrets(`It is ${token}`), `It is ${token}`);
  }
  for (const token of ["HF_TOKEN=hf_aLineOfAFile", "hf_HF_TOKEN0123456789"]) {
    await findToken({ HF_TOKEN: token }, noFile);
    assertEquals(redactSecrets(`It is ${token}`), "It is ***");
    const asHost = token.toLowerCase();
    assertEquals(redactSecrets(`It is ${asHost}`), "It is ***");
  }
});

Deno.test("the place of a token is told without the token", async () => {
  const token = "hf_aTokenOfTheEnvironment";
  const found = await findToken({ HF_TOKEN: token }, noFile);
  assertEquals(found?.source, "the environment variable `HF_TOKEN`");
  assertEquals(redactSecrets(`It is ${token}`), "It is ***");
});

testIf({
  name: "a path that leads to no plain file is told at once",
  skipped: Deno.build.os === "linux"
    ? undefined
    : "pipes and devices are made as on Linux",
  fn: async () => {
    const folder = await Deno.makeTempDir({ prefix: "token_" });
    try {
      const pipe = `${folder}/pipe`;
      await run("mkfifo", [pipe]);
      const large = `${folder}/large`;
      await Deno.writeTextFile(large, "");
      await Deno.truncate(large, 2 ** 40);
      for (const path of ["/dev/zero", folder, pipe, large]) {
        await assertRejects(
          () => findToken({ HF_TOKEN_PATH: path }),
          Error,
          `The token file ${path} is `,
        );
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

testIf({
  name: "a token file is read only if it is the user's or root's, or by root",
  skipped: Deno.build.os !== "windows" && Deno.uid() === 0
    ? undefined
    : "only root gives a file away",
  fn: async () => {
    const path = await Deno.makeTempFile({ prefix: "token_" });
    const getuid = process.getuid!;
    try {
      await Deno.writeTextFile(path, "hf_of_somebody");
      const find = () => findToken({ HF_TOKEN_PATH: path });
      assertEquals((await find())?.token, "hf_of_somebody");
      await Deno.chown(path, 12345, 12345);
      assertEquals((await find())?.token, "hf_of_somebody", "root mounts it");
      process.getuid = () => 12346;
      await assertRejects(find, Error, "is neither yours nor root's");
      await Deno.chown(path, 12346, 12346);
      const link = `${path}_link`;
      await Deno.symlink(path, link);
      for (const [uid, isRead] of [[0, true], [12346, true], [7, false]]) {
        await run("chown", ["-h", `${uid}`, link]);
        const found = findToken({ HF_TOKEN_PATH: link });
        assertEquals(await found.then(Boolean, () => false), isRead, `${uid}`);
      }
      await Deno.remove(link);
    } finally {
      process.getuid = getuid;
      await Deno.remove(path);
    }
  },
});

Deno.test("the tokens of the environment are masked before any is used", () => {
  const token = "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";
  providerIn({ HUGGING_FACE_HUB_TOKEN: token });
  assertEquals(redactSecrets(`it is "${token}"`), 'it is "***"');
});
