import { assertEquals } from "@std/assert";
import { answersHealth } from "../../../../provider/huggingface/shared/health.ts";

const api = "http://127.0.0.1:8080";

/** Where an answer says that an endpoint is, and whether the token goes there. */
const places: readonly (readonly [url: string, isTrusted: boolean])[] = [
  ["https://x.us-east-1.aws.endpoints.huggingface.cloud", true],
  [`${api}/x`, true],
  ["http://x.us-east-1.aws.endpoints.huggingface.cloud", false],
  ["https://x-endpoints.huggingface.cloud", false],
  ["https://x.endpoints.huggingface.cloud.evil.example", false],
  ["https://user@evil.example", false],
  ["http://127.0.0.1:8081/x", false],
];

for (const [url, isTrusted] of places) {
  Deno.test(`the health of ${url} is asked with${isTrusted ? "" : "out"} token`, async () => {
    const sent: (string | null)[] = [];
    await answersHealth({ status: { url } }, {
      token: "hf_secret",
      apiUrl: api,
      fetch: (request) => {
        sent.push(request.headers.get("authorization"));
        return Promise.resolve(new Response());
      },
    }, new AbortController().signal);
    assertEquals(sent, isTrusted ? ["Bearer hf_secret"] : [null]);
  });
}
