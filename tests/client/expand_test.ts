import { assertEquals } from "@std/assert";
import {
  HuggingFace,
  type RepoField,
  type RepoListField,
  type RepoType,
} from "@hf-terraform/client";
import { json, Script } from "./script.ts";

Deno.test("each route takes its own fields, and another one does not compile", () => {
  const taken: readonly (readonly [
    RepoListField<"model">,
    RepoListField<"dataset">,
    RepoListField<"space">,
    RepoField<"model">,
    RepoField<"space">,
    RepoListField<RepoType>,
    RepoListField<"kernel">,
  ])[] = [[
    "gguf",
    "mainSize",
    "region",
    "gguf",
    "usedStorage",
    "sha",
    "files",
  ]];
  const refused = [
    // @ts-expect-error: no list knows how much is stored.
    "usedStorage" satisfies RepoListField<"model">,
    // @ts-expect-error: nor does that of datasets.
    "usedStorage" satisfies RepoListField<"dataset">,
    // @ts-expect-error: a Space cannot be gated.
    "gated" satisfies RepoListField<"space">,
    // @ts-expect-error: nor has a single one a gate.
    "gated" satisfies RepoField<"space">,
    // @ts-expect-error: only datasets have a description.
    "description" satisfies RepoField<"model">,
    // @ts-expect-error: what may be a Space is not asked for a gate.
    "gated" satisfies RepoListField<"model" | "space">,
    // @ts-expect-error: nor is what may be of any type.
    "gated" satisfies RepoField<RepoType>,
  ];
  assertEquals([taken.length, refused.length], [1, 7]);
});

Deno.test("fields are asked for by name, of a list and of one repository", async () => {
  const info = { _id: "0".repeat(24), id: "acme/m" };
  const script = new Script(json([info]), json({ ...info, usedStorage: 7 }));
  const { repos } = new HuggingFace(script.options());
  await repos.list("model", { expand: ["sha", "gated"] }).toArray();
  const { usedStorage } = await repos.get({ type: "model", id: "acme/m" }, {
    expand: ["usedStorage"],
  });
  assertEquals(usedStorage, 7);
  assertEquals(script.seen.map(({ url }) => new URL(url).search), [
    "?expand=sha&expand=gated",
    "?expand=usedStorage",
  ]);
});
