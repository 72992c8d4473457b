import { assertEquals } from "@std/assert";
import { HuggingFace } from "../../client/client.ts";
import { endpointFields, json, Script, type Step } from "./script.ts";

function clientOf(...steps: readonly Step[]) {
  const script = new Script(...steps);
  const { catalog } = new HuggingFace(script.options()).endpoints;
  return { script, catalog };
}

Deno.test("the catalogue is read from its own host, with filters", async () => {
  const { script, catalog } = clientOf(json({ items: [{ repoId: "a/b" }] }));
  const models = await catalog.list({
    accelerator: "gpu",
    engine: "vllm",
    license: "mit",
    task: "t",
    search: "q",
    limit: 3,
  }).toArray();
  assertEquals(models.map((model) => model.repoId), ["a/b"]);
  assertEquals(
    script.seen[0]?.url,
    "https://endpoints.huggingface.co/api/v1/catalog/list?accelerator=gpu&engine=vllm&license=mit&task=t&search=q&limit=3",
  );
});

Deno.test("a model is deployed under a name", async () => {
  const { script, catalog } = clientOf(json({ endpoint: endpointFields("n") }));
  const made = await catalog.deployModel("a/b c", {
    namespace: "acme",
    name: "n",
    accelerator: "cpu",
    ggufFile: "f.gguf",
  });
  assertEquals(made.name, "n");
  const [seen] = script.seen;
  assertEquals(
    seen?.url,
    "https://endpoints.huggingface.co/api/v1/catalog/model/a/b%20c/deploy",
  );
  assertEquals(JSON.parse(seen?.body ?? ""), {
    namespace: "acme",
    config: { name: "n" },
    accelerator: "cpu",
    ggufFile: "f.gguf",
  });
});

Deno.test("without a name the service makes one up", async () => {
  const { script, catalog } = clientOf(
    json({ endpoint: endpointFields("n-1") }),
    json({ endpoint: endpointFields("n-2") }),
  );
  await catalog.deployModel("a/b", { namespace: "acme" });
  const made = await catalog.deployRecipe("r1", { namespace: "acme" });
  assertEquals(made.name, "n-2");
  assertEquals(script.seen.map((seen) => seen.body), [
    '{"namespace":"acme"}',
    '{"namespace":"acme"}',
  ]);
  assertEquals(
    script.seen[1]?.url,
    "https://endpoints.huggingface.co/api/v1/catalog/recipe/r1/deploy",
  );
});
