import { assertEquals } from "@std/assert";
import {
  type Checked,
  checkedClient,
  type Operations,
} from "../../support/hub_openapi.ts";
// The routes of webhooks and the like in the Hub's own OpenAPI document of
// 2026-08-17.
import excerpt from "../../contract/hub_openapi_automation.json" with {
  type: "json",
};

const operations: Operations = excerpt;

async function useWebhooks({ client: { webhooks } }: Checked): Promise<void> {
  const body = {
    watched: [
      { type: "model", name: "acme/model" },
      { type: "org", name: "acme" },
    ],
    domains: ["repo", "discussion"],
    url: "https://example.com/hook",
  };
  const { id } = await webhooks.create({ ...body, secret: "s3cret" });
  await webhooks.update(id, { ...body, domains: ["repo"] });
  await webhooks.disable(id);
  await webhooks.enable(id);
  await webhooks.create({
    watched: body.watched,
    domains: ["repo"],
    job: {
      flavor: "cpu-basic",
      dockerImage: "python:3.12",
      command: ["python", "-c", "print(1)"],
      environment: { MODE: "fast" },
      secrets: { T: "hf_x" },
      labels: { team: "a" },
      timeoutSeconds: 60,
    },
  });
  await webhooks.list();
  await webhooks.get(id);
  await webhooks.delete(id);
}

Deno.test("requests and answers about webhooks fit the Hub's OpenAPI document", async () => {
  const checked = checkedClient(operations);
  await useWebhooks(checked);
  assertEquals(checked.found, []);
  const unused = Object.keys(operations).filter((key) =>
    !checked.seen.has(key)
  );
  assertEquals(unused, []);
});
