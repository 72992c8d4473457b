import { assertEquals, assertStringIncludes } from "@std/assert";
import { root } from "../../tools/paths.ts";
import { findCli } from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";

// Windows knows no signal that asks a process to go on.
const keep = Deno.build.os === "windows" ? [] : ["--keep"];

acceptanceTest(
  "deno task demo goes through every step, and shows them before the last",
  async () => {
    const demo = new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "tools/demo.ts", ...keep],
      cwd: root,
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    let said = "";
    let page = "";
    for await (const text of demo.stdout.pipeThrough(new TextDecoderStream())) {
      said += text;
      const [, url] = /^Open (\S+) in a browser/m.exec(said) ?? [];
      if (url === undefined || page !== "") continue;
      const entrance = await fetch(url, { redirect: "manual" });
      const cookie = entrance.headers.get("set-cookie") ?? "";
      const answer = await fetch(new URL("/", url), { headers: { cookie } });
      page = await answer.text();
      demo.kill("SIGINT");
    }
    assertEquals((await demo.status).code, 0, said);
    const shown = ["sandbox/demo", "Spaces <small>1<", "/v2/endpoint/sandbox"];
    for (const text of keep.length > 0 ? shown : []) {
      assertStringIncludes(page, text);
    }
    assertStringIncludes(said, "All 12 steps are as they should be");
  },
);

acceptanceTest("deno task demo ends at a step that fails", async () => {
  // The CLI that fails is a shell script.
  if (Deno.build.os === "windows") return;
  const cli = await findCli();
  const folder = await Deno.makeTempDir({ prefix: "demo_" });
  const failing = `${folder}/${cli.name}`;
  await Deno.writeTextFile(
    failing,
    `#!/bin/sh\ncase $1 in apply) exit 1;; esac\nexec '${cli.path}' "$@"\n`,
    { mode: 0o755 },
  );
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "tools/demo.ts"],
    cwd: root,
    env: { TF_CLI: failing },
  }).output();
  const [said, error] = [stdout, stderr].map((bytes) =>
    new TextDecoder().decode(bytes)
  );
  assertEquals(code, 1, said);
  assertStringIncludes(error ?? "", "not ok  apply\n");
  await Deno.remove(folder, { recursive: true });
});
