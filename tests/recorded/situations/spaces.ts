import {
  commitFile,
  create,
  later,
  partialAnswer,
  type RequestStep,
  type Situations,
  space,
  wholeAnswer,
} from "./steps.ts";

const app = `${space}/runtime`;
const aSpace = create("space", "s", { sdk: "docker" });
const aStatic = create("space", "s", { sdk: "static" });
const dockerfile = commitFile(space, "Dockerfile", "FROM scratch");
const running: readonly RequestStep[] = [aSpace, dockerfile, later];
const variables: readonly RequestStep[] = [
  aSpace,
  [`POST ${space}/variables`, { key: "foo", value: "123" }],
  [`POST ${space}/variables`, { key: "MODEL_REPO_ID", value: "a" }],
  [
    `POST ${space}/variables`,
    { key: "MODEL_PAPER", value: "a", description: "b" },
  ],
];

/** Situations of apps that run in Spaces. */
export const spacesSituations: Situations = {
  "spaces/space-runtime-paused": wholeAnswer(...running, [
    `POST ${space}/pause`,
  ], [
    `GET ${app}`,
  ]),
  "spaces/space-runtime-domains": wholeAnswer(...running, [`GET ${app}`]),
  "spaces/space-runtime-running-with-sha": wholeAnswer(...running, [
    `GET ${app}`,
  ]),
  "spaces/space-runtime-build-error": wholeAnswer(
    aSpace,
    commitFile(space, "Dockerfile", "fail-to-build"),
    later,
    [`GET ${app}`],
  ),
  "spaces/space-runtime-exit-128": wholeAnswer(
    aSpace,
    commitFile(space, "Dockerfile", "fail-to-run"),
    later,
    [`GET ${app}`],
  ),
  "spaces/space-variables-mode": wholeAnswer(aStatic, [
    `POST ${space}/variables`,
    {
      key: "MODE",
      value: "a",
      description: "b",
    },
  ], [`GET ${space}/variables`]),
  "spaces/space-runtime-static": wholeAnswer(aStatic, [`GET ${app}`]),
  "spaces/space-secret-delete-missing": wholeAnswer(aSpace, [
    `DELETE ${space}/secrets`,
    { key: "none" },
  ]),
  "spaces/space-secret-set": wholeAnswer(aSpace, [`POST ${space}/secrets`, {
    key: "foo",
    value: "123",
  }]),
  "spaces/space-variable-set": wholeAnswer(aSpace, [`POST ${space}/variables`, {
    key: "foo",
    value: "123",
  }]),
  "spaces/space-secret-delete": wholeAnswer(aSpace, [`POST ${space}/secrets`, {
    key: "foo",
    value: "123",
  }], [`DELETE ${space}/secrets`, { key: "foo" }]),
  "spaces/space-variable-delete-missing": wholeAnswer(
    aSpace,
    [`POST ${space}/variables`, {
      key: "foo",
      value: "123",
      description: "a",
    }],
    [`POST ${space}/variables`, { key: "MODEL_REPO_ID", value: "a" }],
    [`POST ${space}/variables`, {
      key: "MODEL_PAPER",
      value: "a",
      description: "b",
    }],
    [`DELETE ${space}/variables`, { key: "none" }],
  ),
  "spaces/space-variables-none": wholeAnswer(aSpace, [
    `GET ${space}/variables`,
  ]),
  "spaces/space-hardware-403-payment-2023": wholeAnswer(
    ["POST /api/repos/create", {
      type: "space",
      sdk: "docker",
      name: "s",
      organization: "broke",
    }],
    ["POST /api/spaces/broke/s/hardware", { flavor: "t4-small" }],
  ),
  "spaces/space-pause": partialAnswer(...running, [`POST ${space}/pause`]),
  "spaces/space-pause-2023": partialAnswer(...running, [`POST ${space}/pause`]),
  "spaces/space-restart": partialAnswer(
    ...running,
    [`POST ${space}/pause`],
    [`POST ${space}/restart`],
  ),
  "spaces/space-runtime-building": partialAnswer(aSpace, dockerfile, [
    `GET ${app}`,
  ]),
  "spaces/space-runtime-config-error-readme": partialAnswer(
    aSpace,
    commitFile(space, "README.md", "No metadata"),
    [`GET ${app}`],
  ),
  "spaces/space-runtime-docker-basic": partialAnswer(...running, [
    `GET ${app}`,
  ]),
  "spaces/space-runtime-gc-timeout": partialAnswer(
    aSpace,
    dockerfile,
    [`POST ${space}/hardware`, { flavor: "t4-small", sleepTimeSeconds: 600 }],
    [`POST ${space}/dev-mode`, { enabled: true }],
    later,
    [`GET ${app}`],
  ),
  "spaces/space-runtime-running-error-null": partialAnswer(...running, [
    `GET ${app}`,
  ]),
  "spaces/space-runtime-rust-hw": partialAnswer(
    ...running,
    [`POST ${space}/hardware`, { flavor: "t4-medium" }],
    [`GET ${app}`],
  ),
  "spaces/space-runtime-rust-min": partialAnswer(aSpace, dockerfile, [
    `GET ${app}`,
  ]),
  "spaces/space-runtime-rust-volumes": partialAnswer(
    create("model", "m"),
    create("space", "s", {
      sdk: "docker",
      volumes: [{ type: "model", source: "acme/m", mountPath: "/data" }],
    }),
    dockerfile,
    later,
    [`GET ${app}`],
  ),
  "spaces/space-secret-set-description": wholeAnswer(
    aSpace,
    [
      `POST ${space}/secrets`,
      { key: "foo", value: "1", description: "What it is" },
    ],
  ),
  "spaces/space-variable-set-again": wholeAnswer(
    ...variables,
    [`POST ${space}/variables`, { key: "foo", value: "456" }],
  ),
  "spaces/space-variables": wholeAnswer(
    ...variables,
    [
      `POST ${space}/variables`,
      { key: "foo", value: "456", description: "updated" },
    ],
    [`GET ${space}/variables`],
  ),
};
