import { assertEquals } from "@std/assert";
import { healthTrouble } from "../../../../provider/huggingface/endpoints/lifecycle.ts";

const api = "http://127.0.0.1:8080";

/** Addresses of an endpoint in an answer; true for those that are requested. */
const places: readonly (readonly [url: string, isAsked: boolean])[] = [
  ["https://x.us-east-1.aws.endpoints.huggingface.cloud", true],
  [`${api}/x`, true],
  ["http://x.us-east-1.aws.endpoints.huggingface.cloud", false],
  ["https://x-endpoints.huggingface.cloud", false],
  ["https://x.endpoints.huggingface.cloud.evil.example", false],
  ["https://user@evil.example", false],
  ["http://127.0.0.1:8081/x", false],
  ["http://169.254.169.254/latest", false],
];

for (const type of ["public", "authenticated", "private"]) {
  for (const [url, isAsked] of places) {
    Deno.test(`the health of ${url}, which is ${type}`, async () => {
      const sent: (string | null)[] = [];
      const trouble = await healthTrouble({ status: { url }, type }, {
        token: "hf_secret",
        apiUrl: api,
        fetch: (request) => {
          sent.push(request.headers.get("authorization"));
          return Promise.resolve(new Response());
        },
      }, new AbortController().signal);
      const token = type === "public" ? null : "Bearer hf_secret";
      assertEquals(sent, isAsked ? [token] : []);
      assertEquals(trouble, undefined);
    });
  }
}

for (const status of [200, 401, 404, 500, 503]) {
  const isReady = status !== 503;
  Deno.test(`${status} at the health route is ${isReady ? "" : "no "}readiness`, async () => {
    const trouble = await healthTrouble(
      { status: { url: `${api}/x` }, type: "public" },
      {
        token: undefined,
        apiUrl: api,
        fetch: () => Promise.resolve(new Response("", { status })),
      },
      new AbortController().signal,
    );
    assertEquals(trouble === undefined, isReady);
  });
}

for (
  const [url = "", healthRoute = ""] of [
    ["https://x.endpoints.huggingface.cloud", ":y"],
    ["/x", "/"],
    ["", ""],
  ]
) {
  Deno.test(`nobody is asked at ${url}${healthRoute}, which is no address`, async () => {
    const trouble = await healthTrouble(
      { status: { url }, type: "private", healthRoute },
      {
        token: "hf_secret",
        apiUrl: api,
        fetch: () => Promise.reject(new Error("It was asked")),
      },
      new AbortController().signal,
    );
    assertEquals(trouble, "The service gives no address of it.");
  });
}
