import { assertEquals } from "@std/assert";
import { inRoot } from "../../tools/paths.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";

const program = `import { HuggingFace } from "${
  new URL(`file://${inRoot("mod.ts")}`).href
}";
const client = new HuggingFace();
export const names: Promise<string[]> = client.endpoints.list("acme").toArray()
  .then((all) => all.map(({ name }) => name));
`;

// The task `check` has it with the strictest settings.
Deno.test("a program with other settings is checked with the client from a checkout", () =>
  withTemporaryFolder(async (folder) => {
    const config = `${folder}/deno.json`;
    const compilerOptions = {
      exactOptionalPropertyTypes: false,
      noImplicitReturns: true,
    };
    await Deno.writeTextFile(config, JSON.stringify({ compilerOptions }));
    await Deno.writeTextFile(`${folder}/program.ts`, program);
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--no-lock", `--config=${config}`, "program.ts"],
      cwd: folder,
      env: { NO_COLOR: "1" },
    }).output();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
  }));
