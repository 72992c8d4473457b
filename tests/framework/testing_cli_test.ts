/**
 * The test kit's choice of a CLI, and the way it gives it providers.
 *
 * @module
 */
import { assertEquals, assertRejects } from "@std/assert";
import {
  type CliVersions,
  whyNotWith,
  Workspace,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { notesProvider } from "./notes.ts";

/**
 * Required versions, the version of Terraform, and the reason it is refused.
 */
const rows: [CliVersions, string, string | undefined][] = [
  [{ terraform: "1.11" }, "1.11.0", undefined],
  [{ terraform: "1.11" }, "1.9.8", "terraform 1.9.8 is older than 1.11"],
  [{ terraform: "1.11.4" }, "1.11.3", "terraform 1.11.3 is older than 1.11.4"],
  [{ terraform: "1.14" }, "2.0.0", undefined],
  [{ terraform: "1.14" }, "1.14.0-beta1", undefined],
  [{ tofu: "1.9" }, "1.11.0", "terraform has no version that can do this"],
  [
    { terraform: { before: "1.12" } },
    "1.12.0",
    "terraform 1.12.0 is not older than 1.12",
  ],
  [
    { terraform: { before: "1.12" } },
    "1.12.0-beta1",
    "terraform 1.12.0-beta1 is not older than 1.12",
  ],
  [{ terraform: { from: "1.8", before: "1.12" } }, "1.11.9", undefined],
  [
    { terraform: { from: "1.8", before: "1.12" } },
    "1.7.5",
    "terraform 1.7.5 is older than 1.8",
  ],
];

for (const [needed, version, reason] of rows) {
  Deno.test(`${JSON.stringify(needed)} of Terraform ${version}`, () => {
    assertEquals(whyNotWith({ name: "terraform", version }, needed), reason);
  });
}

Deno.test("the CLI cannot start what the test's process serves", async () => {
  const provider = notesProvider({ notes: new Map(), now: () => new Date() });
  await assertRejects(
    () =>
      Workspace.create({
        launch: "started",
        providers: { "acme/notes": provider },
        cli: { path: "/nowhere", name: "terraform", version: "1.11.4" },
      }),
    Error,
    "Cannot let the CLI start acme/notes",
  );
});

acceptanceTest(
  "a command that ends at once is told with what it says",
  async () => {
    await using workspace = await Workspace.create({
      providers: {
        "acme/notes": { command: [Deno.execPath(), "eval", "throw 'no disk'"] },
      },
    });
    await assertRejects(() => workspace.plan(), Error, "no disk");
  },
);
