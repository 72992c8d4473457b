import { assertEquals } from "@std/assert";
import { tryFindCli } from "@hf-terraform/framework/testing";
import {
  columnFrom,
  columnOf,
  matrixPage,
  titleOf,
  withColumn,
} from "../../tools/cli_matrix.ts";
import { inRoot } from "../../tools/paths.ts";
import { tryFeatures } from "../support/cli_features.ts";
import { testIf } from "../support/skip.ts";

const page = await Deno.readTextFile(inRoot(matrixPage));
const cli = await tryFindCli();
const column = "path" in cli ? columnOf(page, titleOf(cli)) : undefined;

testIf({
  name: "the CLI can do what the guide says of it, and nothing more",
  skipped: "reason" in cli
    ? cli.reason
    : column === undefined
    ? `${cli.name} ${cli.version} has no column in the guide`
    : undefined,
  async fn() {
    const outcomes = await tryFeatures();
    const wrong = outcomes.filter(([name, failure]) =>
      column?.[name] === "yes" && failure !== undefined
    );
    assertEquals(wrong, []);
    assertEquals(columnFrom(outcomes), column);
  },
});

Deno.test("each feature in the guide was tried with each CLI, and works with some", () => {
  const [head = ""] = page.match(/^\| .*$/m) ?? [];
  const titles = head.split(" | ").slice(1)
    .map((title) => title.replace(" |", ""));
  const columns = titles.map((title) => columnOf(page, title));
  const works = (name: string) => columns.some((one) => one?.[name] === "yes");
  const names = Object.keys(columns[0] ?? {});
  assertEquals(names.filter((name) => !works(name)), []);
  const cells = columns.flatMap((one) => Object.values(one ?? {}));
  assertEquals(cells.filter((cell) => cell !== "yes" && cell !== "no"), []);
});

Deno.test("a column takes the place of the one of the same series", () => {
  const before = "A\n\n| feature | Terraform 1.8.5 |\n| --- | --- |\n" +
    "| a | no |\n| b | yes |\n\nB\n";
  const added = withColumn(before, "OpenTofu 1.8.11", { a: "yes", b: "no" });
  const after = withColumn(added, "Terraform 1.8.6", { a: "yes", c: "no" });
  assertEquals(
    after,
    "A\n\n| feature | Terraform 1.8.6 | OpenTofu 1.8.11 |\n" +
      "| --- | --- | --- |\n| a | yes | yes |\n| c | no |  |\n\nB\n",
  );
});
