import { assert, assertEquals } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import * as api from "../../mod.ts";

const REQUEST = {
  action: "read the thing",
  method: "GET",
  url: "https://h/thing",
  reason: "it is broken",
};
const ANSWER = { ...REQUEST, status: 400, reason: "It is broken." };

const ERRORS: readonly api.HuggingFaceError[] = [
  new api.RequestError(REQUEST),
  new api.ConnectionError(REQUEST),
  new api.TimeoutError(REQUEST),
  new api.AbortedError(REQUEST),
  new api.ResponseFormatError(REQUEST),
  new api.ApiError({ ...ANSWER, status: 418 }),
  new api.BadRequestError(ANSWER),
  new api.AuthenticationError({ ...ANSWER, status: 401 }),
  new api.PaymentRequiredError({ ...ANSWER, status: 402 }),
  new api.PermissionDeniedError({ ...ANSWER, status: 403 }),
  new api.NotFoundError({ ...ANSWER, status: 404, reason: "" }),
  new api.ConflictError({ ...ANSWER, status: 409 }),
  new api.UnprocessableEntityError({ ...ANSWER, status: 422 }),
  new api.ServerError({ ...ANSWER, status: 500 }),
  new api.RedirectError({ ...ANSWER, status: 307 }),
  new api.RateLimitError({ ...ANSWER, status: 429, quota: "window" }),
];

for (const error of ERRORS) {
  Deno.test(`${error.name} has the name of its class and the grammar of messages`, () => {
    assertEquals(error.name, error.constructor.name);
    assert(error instanceof api.HuggingFaceError);
    assert(api.isHuggingFaceError(error));
    assert(error.message.startsWith("Cannot read the thing: "), error.message);
    assert(!error.message.endsWith("."), error.message);
    assert(!error.message.includes("undefined"), error.message);
    assert(error.message.includes("(GET https://h/thing"), error.message);
  });
}

Deno.test("every error class that is exported is in the table", () => {
  const tested = new Set(ERRORS.map((error) => error.name));
  const others = [
    "HuggingFaceError",
    "ConfigurationError",
    "InvalidArgumentError",
    "WaitError",
  ];
  const exported = Object.keys(api)
    .filter((name) => name.endsWith("Error") && !name.startsWith("is"));
  const missing = exported.filter((name) =>
    !tested.has(name) && !others.includes(name) && !name.startsWith("Space")
  );
  assertEquals(missing, []);
});

Deno.test("the version is that of the package", () => {
  assertEquals(api.VERSION, config.version);
});
