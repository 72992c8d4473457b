import {
  commit,
  create,
  later,
  part,
  type Situations,
  space,
  type Step,
  whole,
} from "./steps.ts";

const app = `${space}/runtime`;
const aSpace = create("space", "s", { sdk: "docker" });
const aStatic = create("space", "s", { sdk: "static" });
const dockerfile = commit(space, "Dockerfile", "FROM scratch");
const running: readonly Step[] = [aSpace, dockerfile, later];
const variables: readonly Step[] = [
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
  "spaces/space-runtime-paused": whole(...running, [`POST ${space}/pause`], [
    `GET ${app}`,
  ]),
  "spaces/space-runtime-domains": whole(...running, [`GET ${app}`]),
  "spaces/space-runtime-running-with-sha": whole(...running, [`GET ${app}`]),
  "spaces/space-runtime-build-error": whole(
    aSpace,
    commit(space, "Dockerfile", "fail-to-build"),
    later,
    [`GET ${app}`],
  ),
  "spaces/space-runtime-exit-128": whole(
    aSpace,
    commit(space, "Dockerfile", "fail-to-run"),
    later,
    [`GET ${app}`],
  ),
  "spaces/space-variables-mode": whole(aStatic, [`POST ${space}/variables`, {
    key: "MODE",
    value: "a",
    description: "b",
  }], [`GET ${space}/variables`]),
  "spaces/space-runtime-static": whole(aStatic, [`GET ${app}`]),
  "spaces/space-secret-delete-missing": whole(aSpace, [
    `DELETE ${space}/secrets`,
    { key: "none" },
  ]),
  "spaces/space-secret-set": whole(aSpace, [`POST ${space}/secrets`, {
    key: "foo",
    value: "123",
  }]),
  "spaces/space-variable-set": whole(aSpace, [`POST ${space}/variables`, {
    key: "foo",
    value: "123",
  }]),
  "spaces/space-secret-delete": whole(aSpace, [`POST ${space}/secrets`, {
    key: "foo",
    value: "123",
  }], [`DELETE ${space}/secrets`, { key: "foo" }]),
  "spaces/space-variable-delete-missing": whole(
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
  "spaces/space-variables-none": whole(aSpace, [`GET ${space}/variables`]),
  "spaces/space-hardware-403-payment-2023": whole(
    ["POST /api/repos/create", {
      type: "space",
      sdk: "docker",
      name: "s",
      organization: "broke",
    }],
    ["POST /api/spaces/broke/s/hardware", { flavor: "t4-small" }],
  ),
  "spaces/space-pause": part(...running, [`POST ${space}/pause`]),
  "spaces/space-pause-2023": part(...running, [`POST ${space}/pause`]),
  "spaces/space-restart": part(
    ...running,
    [`POST ${space}/pause`],
    [`POST ${space}/restart`],
  ),
  "spaces/space-runtime-building": part(aSpace, dockerfile, [`GET ${app}`]),
  "spaces/space-runtime-config-error-readme": part(
    aSpace,
    commit(space, "README.md", "No metadata"),
    [`GET ${app}`],
  ),
  "spaces/space-runtime-docker-basic": part(...running, [`GET ${app}`]),
  "spaces/space-runtime-gc-timeout": part(
    aSpace,
    dockerfile,
    [`POST ${space}/hardware`, { flavor: "t4-small", sleepTimeSeconds: 600 }],
    [`POST ${space}/dev-mode`, { enabled: true }],
    later,
    [`GET ${app}`],
  ),
  "spaces/space-runtime-running-error-null": part(...running, [`GET ${app}`]),
  "spaces/space-runtime-rust-hw": part(
    ...running,
    [`POST ${space}/hardware`, { flavor: "t4-medium" }],
    [`GET ${app}`],
  ),
  "spaces/space-runtime-rust-min": part(aSpace, dockerfile, [`GET ${app}`]),
  "spaces/space-runtime-rust-volumes": part(
    create("model", "m"),
    create("space", "s", {
      sdk: "docker",
      volumes: [{ type: "model", source: "acme/m", mountPath: "/data" }],
    }),
    dockerfile,
    later,
    [`GET ${app}`],
  ),
  "spaces/space-secret-set-description": whole(
    aSpace,
    [
      `POST ${space}/secrets`,
      { key: "foo", value: "1", description: "What it is" },
    ],
  ),
  "spaces/space-variable-set-again": whole(
    ...variables,
    [`POST ${space}/variables`, { key: "foo", value: "456" }],
  ),
  "spaces/space-variables": whole(
    ...variables,
    [
      `POST ${space}/variables`,
      { key: "foo", value: "456", description: "updated" },
    ],
    [`GET ${space}/variables`],
  ),
};
