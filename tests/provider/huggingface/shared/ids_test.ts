import { assertEquals, assertThrows } from "@std/assert";
import {
  parseEndpointId,
  parseHubId,
  parseSpaceKeyId,
} from "../../../../provider/huggingface/shared/ids.ts";
import { DiagnosticsError } from "../../../../provider/framework/mod.ts";

const endpoint = { namespace: "acme", name: "my-endpoint" };
const space = { namespace: "acme", name: "my_space.1" };
const key = { space: "acme/my_space.1", key: "MODE" };

const kinds = {
  endpoint: {
    parse: parseEndpointId,
    right: {
      "acme/my-endpoint": endpoint,
      "https://endpoints.huggingface.co/acme/endpoints/my-endpoint": endpoint,
      "https://endpoints.huggingface.co/acme/endpoints/my-endpoint/": endpoint,
      "https://ui.endpoints.huggingface.co/acme/endpoints/my-endpoint/logs":
        endpoint,
      "https://endpoints.huggingface.co/acme/endpoints/my-endpoint?tab=1#a":
        endpoint,
      "https://api.endpoints.huggingface.cloud/v2/endpoint/acme/my-endpoint":
        endpoint,
    },
    wrong: [
      "acme/x/y",
      "https://huggingface.co/acme/x",
      "https://endpoints.huggingface.co/acme",
      "https://endpoints.huggingface.co/acme/models/x",
      "https://evil.example/acme/endpoints/x",
    ],
  },
  space: {
    parse: (id: string) => parseHubId("space", id),
    right: {
      "acme/my_space.1": space,
      "https://huggingface.co/spaces/acme/my_space.1": space,
      "https://huggingface.co/spaces/acme/my_space.1/tree/main": space,
      "https://hf.co/spaces/acme/my_space.1?a#b": space,
      "https://huggingface.co/api/spaces/acme/my_space.1": space,
    },
    wrong: [
      "acme/x/y",
      "https://huggingface.co/acme/x",
      "https://evil.example/spaces/acme/x",
      "https://huggingface.co.evil.example/spaces/acme/x",
      "https://huggingface.co/spaces/acme/%2e%2e/x",
    ],
  },
  key: {
    parse: (id: string) => parseSpaceKeyId("secret", id),
    right: {
      "acme/my_space.1/MODE": key,
      "https://huggingface.co/spaces/acme/my_space.1/MODE": key,
    },
    wrong: ["acme/x", "https://evil.example/spaces/acme/x/MODE"],
  },
};

const alwaysWrong = [
  "",
  "x",
  "/x",
  "acme/",
  "./x",
  "../x",
  "acme/..",
  "acme/.",
  "acme/my name",
  "acme/x%2f..",
  "https://",
];

for (const [kind, { parse, right, wrong }] of Object.entries(kinds)) {
  Deno.test(`G13: the import ID of a ${kind} is names, or a page of the service`, () => {
    for (const [id, expected] of Object.entries(right)) {
      assertEquals<unknown>(parse(id), expected, id);
    }
    for (const id of [...alwaysWrong, ...wrong]) {
      const error = assertThrows(() => parse(id), DiagnosticsError);
      const [diagnostic] = error.diagnostics;
      assertEquals(diagnostic?.summary, "Invalid import ID", id);
      assertEquals(diagnostic?.detail.includes("`namespace/name"), true, id);
    }
  });
}
