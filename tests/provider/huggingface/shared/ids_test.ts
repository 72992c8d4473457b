import { assertEquals, assertThrows } from "@std/assert";
import { parseEndpointId } from "../../../../provider/huggingface/shared/ids.ts";
import { DiagnosticsError } from "../../../../provider/framework/mod.ts";

Deno.test("an endpoint id is a name or the address of a page", () => {
  const x = { namespace: "acme", name: "my-endpoint" };
  const table: Record<string, unknown> = {
    "acme/my-endpoint": x,
    "https://endpoints.huggingface.co/acme/endpoints/my-endpoint": x,
    "https://endpoints.huggingface.co/acme/endpoints/my-endpoint/": x,
    "https://ui.endpoints.huggingface.co/acme/endpoints/my-endpoint/logs": x,
    "https://endpoints.huggingface.co/acme/endpoints/my-endpoint?tab=1#a": x,
    "https://api.endpoints.huggingface.cloud/v2/endpoint/acme/my-endpoint": x,
  };
  for (const [id, expected] of Object.entries(table)) {
    assertEquals(parseEndpointId(id), expected, id);
  }
});

Deno.test("a wrong endpoint id is told the format", () => {
  const ids = [
    "",
    "x",
    "/x",
    "acme/",
    "acme/x/y",
    "acme/my endpoint",
    "https://huggingface.co/acme/x",
    "https://endpoints.huggingface.co/acme",
    "https://endpoints.huggingface.co/acme/models/x",
    "https://evil.example/acme/endpoints/x",
    "https://",
  ];
  for (const id of ids) {
    const error = assertThrows(() => parseEndpointId(id), DiagnosticsError);
    assertEquals(error.diagnostics[0]?.summary, "Wrong id of an endpoint", id);
    assertEquals(
      error.diagnostics[0]?.detail.includes("`namespace/name`"),
      true,
    );
  }
});
