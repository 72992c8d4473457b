/**
 * One sample of each resource, for all tests that walk every resource: its least
 * configuration, two values of each attribute where two of its type are not
 * valid, the steps of its life, and what distinguishes a stranger's.
 *
 * @module
 */
import type { JsonObject } from "@hf-terraform/framework/testing";
import type { HuggingFace } from "../../mod.ts";
import { type Entry, tableOf } from "../../provider/framework/binding/mod.ts";
import type {
  Resource,
  Value,
  ValueObject,
} from "../../provider/framework/mod.ts";
import { objectId } from "../../client/sandbox/core/accounts.ts";

/** A configuration, and the two values of one attribute in it. */
export interface AttributeSample {
  /** The rest of the configuration. */
  readonly config: ValueObject;
  /** The attribute's first value, and the one that replaces it. */
  readonly values: readonly [Value, Value];
  /** Whether the configuration is wrong without the attribute. */
  readonly isNeeded: boolean;
  /** Whether an answer shows the attribute as it is configured. */
  readonly isShown: boolean;
}

/** A row of the table. */
interface Sample {
  /** Whether a list alone tells of it, which may be empty. */
  readonly isOnlyListed?: true;
  /** The least configuration. */
  readonly config: JsonObject;
  /** Returns its import id; default: the attribute `id`. */
  importId?(state: Readonly<Record<string, unknown>>): unknown;
  /** Makes what the configuration takes for granted. */
  setUp?(client: HuggingFace): Promise<void>;
  /** Further configuration for attributes whose path begins so. */
  readonly within?: Readonly<Record<string, JsonObject>>;
  /** Two values by path. */
  readonly values?: Readonly<Record<string, readonly [Value, Value]>>;
  /** Attributes without which the configuration is wrong. */
  readonly needed?: readonly string[];
  /** Attributes that no answer shows as they are configured. */
  readonly notShown?: RegExp;
  /** Attributes that have a test of their own instead, and why. */
  readonly excluded?: Readonly<Record<string, string>>;
  /** The steps of its life, each beside or in place of the least. */
  readonly steps?: readonly JsonObject[];
  /** The URLs that show it, beside the lists of what strangers have. */
  readonly seen?: readonly string[];
  /** Whether a step replaces it, whose id is then another. */
  readonly isReplaced?: true;
  /** Set if content that an import found remains after a destroy. */
  readonly importedStays?: true;
  /**
   * Whether two equal ones are two: what a killed create left cannot be told
   * from one that somebody else made.
   */
  readonly mayBeTwice?: true;
  /** Values of a stranger's object, in place of ours. */
  readonly theirs?: JsonObject;
  /** Whether no answer tells a stranger's from ours by that. */
  readonly isUntold?: true;
  /** Whether nobody sees it but its user, as `seenBy` of its definition says. */
  readonly isUsersOwn?: true;
  /** Whether an answer tells who made it. */
  readonly isSigned?: true;
}

const hub = "https://huggingface.co";
const endpoints = "https://api.endpoints.huggingface.cloud";
const organization = `${hub}/api/organizations/acme`;
const ofModel = `${hub}/api/models/acme/m`;

const limits = (total_cents: number) => ({
  total_cents,
  inference_providers_cents: null,
  spaces_cents: null,
  jobs_cents: null,
  endpoints_cents: null,
});

const url = "ghcr.io/acme/image:1";

function engine(name: string, fields: JsonObject): JsonObject {
  return {
    name: "x",
    compute: { instance_type: "intel-spr" },
    model: { repository: "gpt2", image: { [name]: fields } },
  };
}

const container = { url };

const onEvent = {
  flavor: "cpu-basic",
  image: "python:3.12",
  command: ["echo"],
};

/** A volume. */
function makeVolume(mount_path: string): Value {
  const source = "openai-community/gpt2";
  const open = { revision: "main", read_only: true, path: null };
  return [{ type: "model", source, mount_path, ...open }];
}

/** The resource groups of an organization in the sandbox. */
const group = objectId("resource group", "1");
const otherGroup = objectId("resource group", "2");

/** A model or dataset. */
const repo = (kind: "model" | "dataset"): Sample => ({
  config: { name: "x", namespace: "acme" },
  seen: ["x", "renamed"].map((name) => `${hub}/api/${kind}s/acme/${name}`),
  steps: [
    // Not all of it can be said in the request that creates.
    { visibility: "public", gated: "auto" },
    { visibility: "public", gated: "manual" },
    { name: "renamed" },
  ].map((step) => ({ ...step, on_destroy: "delete" })),
  theirs: { visibility: "public", gated: null },
  isSigned: true,
  within: {
    license_name: { name: "x", namespace: "acme", license: "other" },
    license_link: { name: "x", namespace: "acme", license: "other" },
  },
  values: {
    name: ["x", "y"],
    namespace: ["acme", "sandbox"],
    visibility: ["public", "private"],
    gated: ["auto", "manual"],
    gated_notifications_email: ["a@example.com", "b@example.com"],
    gated_notifications_mode: ["bulk", "real-time"],
    discussions_sorting: ["trending", "reactions"],
    resource_group_id: [group, otherGroup],
    region: ["us", "eu"],
    license: ["mit", "apache-2.0"],
    license_name: ["ours-1", "ours-2"],
    license_link: ["LICENSE", "https://example.com/license"],
    on_destroy: ["keep", "delete"],
  },
  setUp: makeGroups,
});

const ofOwner = {
  repository: "it follows the repository's stable id",
  repository_type: "it follows the repository's stable id",
};

const inCommit = "a commit is made of lines; tests of their own read the files";

const ref: Sample = {
  config: { repository: "acme/m", repository_type: "model", name: "v1" },
  seen: [`${ofModel}/refs`],
  async setUp(client) {
    await client.repos.create({ type: "model", id: "acme/m" });
  },
  excluded: {
    name: "it is in the path of the request",
    ...ofOwner,
    revision: "it leads to a commit that has to exist",
  },
};

const stepsOfKey = (first: string, second: string) => [
  { value: first },
  { value: second, description: "d" },
  { key: "OTHER", value: second },
];

const spaceKey: Sample = {
  config: { space: "acme/app", key: "KEY", value: "a" },
  steps: stepsOfKey("first", "second"),
  theirs: { value: "theirs" },
  async setUp(client) {
    for (const name of ["app", "other"]) {
      await client.repos.create({ type: "space", id: `acme/${name}` }, {
        sdk: "docker",
      });
    }
  },
  within: { value_wo: { space: "acme/app", key: "KEY" } },
  values: { space: ["acme/app", "acme/other"], key: ["A", "B"] },
  needed: ["value", "value_wo"],
  excluded: { space: "it follows the Space's stable id" },
};

const space = { name: "x", namespace: "acme", sdk: "docker" };

const secondSpace = {
  variables: { MODE: "second" },
  secrets: { KEY: "secret-second" },
  files: { Dockerfile: "FROM second" },
};

const runningSpace = { ...space, files: { Dockerfile: "FROM a" } };

const volume = {
  type: "model",
  source: "openai-community/gpt2",
  mount_path: "/a",
  revision: "main",
  read_only: true,
  path: null,
};

/** The first service account of an organization in the sandbox. */
const account = objectId("service account", "1");

async function makeGroups({ organizations }: HuggingFace): Promise<void> {
  for (const name of ["first", "second"]) {
    await organizations.resourceGroups.create("acme", { name });
  }
}

const ofOrganization = {
  organization: "a group of one organization is not there in another",
  resource_group_id: "a group has to exist; a test of its own moves members",
};

const table: Readonly<Record<string, Sample>> = {
  huggingface_webhook: {
    config: {
      watched: [{ type: "org", name: "acme" }],
      domains: ["repo"],
      url: "https://example.com/a",
    },
    steps: [
      {},
      { url: "https://second.example", secret: "secret-second" },
      { enabled: false },
      {},
    ].map((step) => ({ secret: "secret-first", ...step })),
    isUntold: true,
    isUsersOwn: true,
    theirs: { enabled: false },
    async setUp({ jobs }) {
      const job = {
        flavor: "cpu-basic",
        dockerImage: "python:3.12",
        command: ["echo"],
      };
      await jobs.create("acme", job);
      await jobs.create("acme", job);
    },
    values: {
      job_id: [objectId("job", "1"), objectId("job", "2")],
      watched: [
        [{ type: "org", name: "acme" }],
        [{ type: "org", name: "acme" }, { type: "model", name: "acme/a" }],
      ],
      domains: [["repo"], ["repo", "discussion"]],
      url: ["https://example.com/a", "https://example.com/b"],
      job: [onEvent, { ...onEvent, command: ["other"] }],
      "job.flavor": ["cpu-basic", "t4-small"],
      "job.image": ["python:3.12", "python:3.13"],
      "job.arch": ["amd64", "arm64"],
      "job.volumes": [makeVolume("/a"), makeVolume("/b")],
      "job.expose": [{ ports: [1], public_ports: null }, {
        ports: [1],
        public_ports: [1],
      }],
      "job.network": [{ group: "a", aliases: null }, {
        group: "b",
        aliases: ["x"],
      }],
      "job.variables": [{ MODE: "a" }, { MODE: "b" }],
      "job.timeout_seconds": [60, 120],
      "job.attempts": [2, 3],
    },
    within: {
      job: {
        watched: [{ type: "org", name: "acme" }],
        domains: ["repo"],
        job: onEvent,
      },
      job_id: {
        watched: [{ type: "org", name: "acme" }],
        domains: ["repo"],
      },
    },
    needed: ["url", "job", "job_id", "job.image", "job.command"],
    notShown: /^job\.(?:volumes|expose|network)$/,
    excluded: {
      "job.space": "it takes the place of image",
      "job.resource_group_id": "groups get their ids from the service",
    },
  },
  huggingface_resource_group: {
    config: { name: "x" },
    seen: [`${organization}/resource-groups`],
    steps: [
      { description: "first" },
      {
        description: "second",
        spend_limits: { total_cents: 100 },
        auto_join: { role: "read" },
      },
      { name: "renamed" },
    ],
    theirs: { description: "Theirs" },
    values: {
      spend_limits: [limits(100), limits(200)],
      auto_join: [
        { role: "read", scope: "all" },
        { role: "write", scope: "read_plus" },
      ],
    },
    excluded: { organization: "the sandbox has one" },
  },
  huggingface_resource_group_members: {
    config: {
      resource_group_id: group,
      members: [{ username: "alice", role: "read" }],
    },
    seen: [`${organization}/resource-groups`],
    steps: ["read", "write"].map((role) => ({
      members: [{ username: "alice", role }],
    })),
    setUp: makeGroups,
    excluded: {
      ...ofOrganization,
      members: "each has a request of its own",
    },
  },
  huggingface_resource_group_member: {
    isOnlyListed: true,
    config: { resource_group_id: group, username: "alice", role: "read" },
    seen: [`${organization}/resource-groups`],
    steps: [{}, { role: "write" }],
    theirs: { role: "admin" },
    isSigned: true,
    setUp: makeGroups,
    excluded: {
      ...ofOrganization,
      username: "the body has a list of users",
      role: "the body has a list of users",
    },
  },
  huggingface_service_account_token: {
    config: { service_account_id: account },
    mayBeTwice: true,
    seen: [`${organization}/service-accounts/${account}`],
    steps: [
      { permissions: ["org.read"] },
      { name: "mine" },
      { rotation_keepers: { at: "second" } },
    ],
    theirs: { permissions: ["org.read"] },
    async setUp({ organizations }) {
      await organizations.serviceAccounts.create("acme", { name: "caller" });
    },
    values: {
      permissions: [["org.read"], ["org.read", "job.write"]],
      repository_ids: [[group], [group, account]],
      repository_permissions: [["repo.write"], ["repo.content.read"]],
      endpoint_patterns: [["a-*"], ["b-*"]],
    },
    excluded: {
      organization: "the sandbox has one",
      service_account_id: "it is in the path of the request",
      rotation_keepers: "a change of it is a request without a body",
    },
  },
  huggingface_organization_member: {
    config: { username: "alice", role: "read" },
    seen: [`${organization}/members`],
    steps: ["write", "contributor"].map((role) => ({
      role,
      role_on_destroy: "write",
    })),
    values: { username: ["alice", "bob"], role: ["read", "contributor"] },
    excluded: {
      organization: "the sandbox has one",
      username: "it is in the path of the request",
    },
  },
  huggingface_organization_invitation: {
    config: {
      username: "somebody-else",
      email: "a@example.com",
      external_id: "1",
    },
    seen: [`${organization}/scim-provisioning/v2/Users`],
    steps: [{}, { external_id: "2" }],
    theirs: { external_id: "3" },
    values: {
      username: ["somebody-else", "another"],
      email: ["a@example.com", "b@example.com"],
    },
    excluded: {
      organization: "the sandbox has one",
      username: "the sandbox has one that is not a member",
      email: "it is in a list of the body",
    },
  },
  huggingface_organization_network_security: {
    config: {},
    seen: [`${organization}/settings/network-security`],
    // A destroy leaves the settings, so these are the initial ones.
    steps: [{ high_rate_limits: false }],
    values: {
      ip_ranges: [["192.0.2.0/24"], ["192.0.2.0/24", "2001::/16"]],
      blocked_contents: [
        [{ resource: "model", scope: "a" }],
        [{ resource: "*", scope: "b" }],
      ],
      allowed_contents: [
        [{ resource: "model", scope: "a" }],
        [{ resource: "*", scope: "b" }],
      ],
    },
    excluded: {
      organization: "the sandbox has one",
      enforce_ip_restriction: "it locks out who is not in the ranges",
    },
  },
  huggingface_service_account: {
    config: { name: "ci" },
    seen: [`${organization}/service-accounts`],
    steps: [{}, { description: "second" }],
    isReplaced: true,
    isUntold: true,
    theirs: {},
    excluded: { organization: "the sandbox has one" },
  },
  huggingface_bucket: {
    config: { name: "x", namespace: "acme" },
    seen: [`${hub}/api/buckets/acme/x`],
    steps: [{}, { visibility: "public" }],
    theirs: { visibility: "public" },
    setUp: makeGroups,
    values: {
      visibility: ["public", "private"],
      region: ["us", "eu"],
      resource_group_id: [group, otherGroup],
      cdn: [
        [{ provider: "aws", region: "us" }],
        [{ provider: "aws", region: "us" }, { provider: "gcp", region: "eu" }],
      ],
      on_destroy: ["delete_if_empty", "delete"],
    },
    excluded: {
      name: "it is in the path of the request",
      namespace: "it is in the path of the request",
    },
  },
  huggingface_scheduled_job: {
    config: {
      namespace: "acme",
      schedule: "@daily",
      flavor: "cpu-basic",
      image: "python:3.12",
      command: ["echo", "1"],
    },
    seen: [`${hub}/api/scheduled-jobs/acme`],
    steps: [{}, { schedule: "@weekly" }, { suspended: true }],
    isUntold: true,
    isSigned: true,
    theirs: {},
    values: {
      schedule: ["@daily", "@weekly"],
      flavor: ["cpu-basic", "t4-small"],
      image: ["python:3.12", "python:3.13"],
      timeout_seconds: [60, 120],
      attempts: [2, 3],
      arch: ["amd64", "arm64"],
      volumes: [makeVolume("/a"), makeVolume("/b")],
      "expose.ports": [[1], [2]],
      expose: [{ ports: [1], public_ports: null }, {
        ports: [1],
        public_ports: [1],
      }],
      network: [{ group: "a", aliases: null }, { group: "b", aliases: ["x"] }],
      variables: [{ MODE: "a" }, { MODE: "b" }],
    },
    needed: ["image"],
    excluded: {
      namespace: "it is in the path of the request",
      space: "it takes the place of image",
      resource_group_id: "groups get their ids from the service",
    },
  },
  huggingface_collection: {
    config: { title: "Ours", namespace: "acme" },
    seen: [`${hub}/api/collections?owner=acme`],
    steps: [
      { items: [{ type: "model", id: "acme/m", note: "first" }] },
      {
        title: "Mine",
        description: "What we made",
        theme: "green",
        items: [
          { type: "space", id: "acme/app" },
          { type: "model", id: "acme/m", note: "second" },
        ],
      },
      { items: [] },
    ],
    theirs: { description: "Theirs" },
    importId: ({ slug }) => slug,
    async setUp(client) {
      for (const name of ["a", "b", "m"]) {
        await client.repos.create({ type: "model", id: `acme/${name}` });
      }
      const space = { type: "space", id: "acme/app" } as const;
      await client.repos.create(space, { sdk: "docker" });
      await makeGroups(client);
    },
    values: {
      resource_group_id: [group, otherGroup],
      namespace: ["acme", "sandbox"],
      visibility: ["private", "public"],
      theme: ["green", "blue"],
      position: [1, 0],
      gating: [
        { mode: "auto", notifications: null },
        { mode: "manual", notifications: { mode: "bulk", email: null } },
      ],
      items: [
        [{ type: "model", id: "acme/a", note: "one" }],
        [
          { type: "model", id: "acme/b", note: null },
          { type: "model", id: "acme/a", note: "two" },
        ],
      ],
    },
  },
  huggingface_endpoint: {
    config: {
      name: "x",
      compute: { instance_type: "intel-spr" },
      model: { repository: "gpt2" },
    },
    seen: [`${endpoints}/_sandbox/endpoints/acme/x`],
    steps: [
      {},
      {
        tags: ["a"],
        compute: { instance_type: "intel-spr", scaling: { max_replica: 2 } },
        model: { repository: "gpt2", secrets: { KEY: "secret-second" } },
      },
      { paused: true },
      {},
    ].map((step) => ({
      model: { repository: "gpt2", secrets: { KEY: "secret-first" } },
      ...step,
    })),
    theirs: { tags: ["theirs"] },
    isSigned: true,
    within: {
      "cloud": {
        name: "x",
        cloud: { vendor: "aws", region: "us-east-1" },
        compute: { instance_type: "nvidia-l4" },
        model: { repository: "gpt2" },
      },
      "compute.scaling.scale_to_zero_timeout": {
        name: "x",
        compute: { instance_type: "intel-spr", scaling: { min_replica: 0 } },
        model: { repository: "gpt2" },
      },
      "compute.scaling.min_replica": {
        name: "x",
        compute: { instance_type: "intel-spr", scaling: { max_replica: 4 } },
        model: { repository: "gpt2" },
      },
      "private_service": {
        name: "x",
        cloud: { vendor: "aws", region: "us-east-1" },
        compute: { instance_type: "nvidia-l4" },
        model: { repository: "gpt2" },
        private_service: { account_id: "123456789012" },
      },
      "model.image.huggingface_neuron": engine("huggingface_neuron", {}),
      "model.image.tgi": engine("tgi", container),
      "model.image.tgi_neuron": engine("tgi_neuron", container),
      "model.image.tei": engine("tei", container),
      "model.image.llamacpp": engine("llamacpp", {
        url,
        model_path: "m.gguf",
        ctx_size: 1024,
        n_parallel: 1,
        threads_http: 1,
      }),
      "model.image.vllm": engine("vllm", container),
      "model.image.vllm_omni": engine("vllm_omni", container),
      "model.image.vllm_neuron": engine("vllm_neuron", container),
      "model.image.sglang": engine("sglang", container),
      "model.image.hf_serve": engine("hf_serve", container),
      "model.image.custom": engine("custom", container),
      "model.image.custom.credentials": engine("custom", {
        url,
        credentials: { username: "robot", password: "secret" },
      }),
      "model.image.custom.credentials.password_wo": engine("custom", {
        url,
        credentials: { username: "robot" },
      }),
    },
    values: {
      "type": ["public", "authenticated"],
      "model.image.vllm.url": [url, "ghcr.io/acme/image:cpu"],
      "cloud.vendor": ["aws", "gcp"],
      "cloud.region": ["us-east-1", "eu-west-1"],
      "compute.instance_type": ["intel-spr", "nvidia-l4"],
      "compute.instance_size": ["x1", "x2"],
      "compute.accelerator": ["cpu", "gpu"],
      "compute.scaling.min_replica": [1, 2],
      "compute.scaling.max_replica": [2, 3],
      "compute.scaling.scale_to_zero_timeout": [20, 30],
      "compute.scaling.measure": [
        { hardware_usage: 70, pending_requests: null },
        { hardware_usage: null, pending_requests: 1.5 },
      ],
      "model.repository": ["gpt2", "bert-base-uncased"],
      "model.revision": ["main", "11c5a3d5811f50298f278a704980280950aedb10"],
      "route.path": ["/a", "/b"],
      "private_service.region": ["us-east-1", "eu-west-1"],
      "paused": [true, false],
      "timeouts": [
        { create: "5m", update: null, delete: null },
        { create: "6m", update: null, delete: null },
      ],
      "namespace": ["acme", "sandbox"],
      "model.framework": ["pytorch", "custom"],
      "model.image.tgi.quantize": ["awq", "gptq"],
      "model.image.tgi_neuron.hf_auto_cast_type": ["bf16", "fp16"],
      "model.image.tei.pooling": ["mean", "cls"],
      "model.image.llamacpp.mode": ["embeddings", "reranking"],
    },
    needed: [
      "model.image.custom.credentials.password",
      "model.image.custom.credentials.password_wo",
    ],
    // A branch is answered by its commit, further fields by nothing.
    notShown: /\.extra$|^model\.revision$/,
    excluded: {
      "compute.accelerator": "an instance type has only one",
      "route.domain": "a domain has to be verified first",
    },
  },
  huggingface_space: {
    config: space,
    importedStays: true,
    seen: ["x", "renamed"].flatMap((name) => [
      ...["secrets", "variables", "runtime"].map((what) =>
        `${hub}/api/spaces/acme/${name}/${what}`
      ),
      `${hub}/spaces/acme/${name}/raw/main/Dockerfile`,
    ]),
    steps: [
      {},
      { ...secondSpace, visibility: "public" },
      { name: "renamed" },
      { ...secondSpace, paused: true },
    ].map((step) => ({
      variables: { MODE: "first", OLD: "x" },
      secrets: { KEY: "secret-first", GONE: "secret-soon" },
      files: { Dockerfile: "FROM first" },
      ...step,
    })),
    theirs: { visibility: "public", variables: { MODE: "theirs" } },
    isSigned: true,
    async setUp(client) {
      await makeGroups(client);
      await client.buckets.create("acme/a");
    },
    within: {
      sleep_time: { ...space, hardware: "t4-small" },
      sdk_version: { ...space, sdk: "gradio" },
      wait_for_ready: runningSpace,
      secrets_wo_version: { ...space, secrets_wo: { KEY: "a" } },
    },
    values: {
      name: ["x", "y"],
      namespace: ["acme", "sandbox"],
      sdk: ["docker", "gradio"],
      sdk_version: ["5.0.0", "5.1.0"],
      visibility: ["public", "private"],
      license: ["mit", "apache-2.0"],
      files: [{ Dockerfile: "FROM a" }, { Dockerfile: "FROM b", b: "2" }],
      sleep_time: [3600, 7200],
      region: ["us", "eu"],
      resource_group_id: [group, otherGroup],
      volumes: [[volume], [volume, { ...volume, mount_path: "/b" }]],
      timeouts: [
        { create: "5m", update: null, delete: null },
        { create: "6m", update: null, delete: null },
      ],
    },
    needed: ["sdk"],
    // Values that the Hub shows nobody, files, which no import reads, and what
    // a Space without files, as all of these are, does not tell.
    notShown: /^secrets|^files$|^wait|^sleep_time$|^dev_mode$/,
    excluded: {
      template: "only a new Space has one",
      hardware: "removed, it goes back to what is free",
      replicas: "removed, they go back to one",
    },
  },
  // An import cannot know the value.
  huggingface_space_secret: {
    ...spaceKey,
    notShown: /./,
    steps: stepsOfKey("secret-first", "secret-second"),
    isUntold: true,
  },
  huggingface_space_variable: spaceKey,
  huggingface_model: repo("model"),
  huggingface_dataset: repo("dataset"),
  huggingface_repo_branch: { ...ref, isUntold: true, theirs: {} },
  huggingface_repo_tag: {
    isOnlyListed: true,
    ...ref,
    steps: [{}, { message: "Again" }],
    isUntold: true,
    theirs: { message: "Theirs" },
  },
  huggingface_repo_files: {
    ...ref,
    config: { repository: "acme/m", files: { "a.txt": "a" } },
    importedStays: true,
    seen: [`${ofModel}/tree/main`],
    steps: [
      {},
      { files: { "a.txt": "second", "b.txt": "new" } },
      { files: { "b.txt": "new" } },
    ],
    isUntold: true,
    theirs: { files: { "a.txt": "theirs" } },
    importId: ({ id, files }) =>
      `${id}?path=${Object.keys(Object(files)).join("&path=")}`,
    excluded: {
      ...ofOwner,
      branch: inCommit,
      files: inCommit,
      files_base64: inCommit,
    },
  },
  huggingface_repo_file: {
    isOnlyListed: true,
    ...ref,
    config: { repository: "acme/m", path: "a.txt", content: "a" },
    importedStays: true,
    seen: [`${ofModel}/tree/main`],
    steps: [{}, { content: "second" }],
    isUntold: true,
    theirs: { content: "theirs" },
    excluded: {
      ...ofOwner,
      branch: inCommit,
      path: inCommit,
      content: inCommit,
      content_base64: inCommit,
    },
  },
  huggingface_repo_access_grant: {
    isOnlyListed: true,
    config: { repository: "acme/m", user: "bob" },
    seen: [`${ofModel}/user-access-request/accepted`],
    isUntold: true,
    isSigned: true,
    theirs: {},
    async setUp(client) {
      await ref.setUp?.(client);
      const gated = "manual";
      await client.repos.update({ type: "model", id: "acme/m" }, {
        gated,
      });
    },
    values: { user: ["alice", "bob"] },
    excluded: ofOwner,
  },
};

/** A resource's sample, and the configurations of its life. */
export interface ResourceSample extends Sample {
  readonly typeName: string;
  readonly seen: readonly string[];
  readonly steps: readonly JsonObject[];
}

/** All samples. */
export const samples: readonly ResourceSample[] = Object.entries(table).map(
  ([typeName, sample]) => ({
    ...sample,
    typeName,
    seen: sample.seen ?? [],
    steps: (sample.steps ?? [{}]).map((step) => ({
      ...sample.config,
      ...step,
    })),
  }),
);

const byType = new Map(samples.map((sample) => [sample.typeName, sample]));

/** The sample of a resource, which has to have one. */
export function sampleOf(
  { typeName }: Pick<Resource, "typeName">,
): ResourceSample {
  const found = byType.get(typeName);
  if (found === undefined) {
    throw new Error(`${typeName} has no row in tests/support/samples.ts`);
  }
  return found;
}

/** The values of a resource's `on_destroy`, the least destructive first. */
export const endings: Readonly<Record<string, readonly string[]>> = {
  huggingface_model: ["keep", "make_private", "delete"],
  huggingface_dataset: ["keep", "make_private", "delete"],
  huggingface_bucket: ["delete_if_empty", "delete"],
  huggingface_repo_branch: ["keep", "delete"],
};

/** The least configurations of a resource whose destroy sends something. */
export function endedConfigsOf(
  { typeName }: Pick<Resource, "typeName">,
): readonly JsonObject[] {
  const { config } = sampleOf({ typeName });
  return (endings[typeName] ?? [undefined])
    .filter((on_destroy) => on_destroy !== "keep")
    .map((on_destroy) => on_destroy ? { ...config, on_destroy } : config);
}

/** The least configuration of a resource that a destroy deletes. */
export function deletedConfigOf(
  { typeName, schema }: Pick<Resource, "typeName" | "schema">,
): JsonObject {
  const { config } = sampleOf({ typeName });
  return "on_destroy" in schema.attributes
    ? { ...config, on_destroy: "delete" }
    : config;
}

const only = Deno.env.get("RESOURCES_ONLY");

/**
 * Whether a resource is among those of `RESOURCES_ONLY`, to which a walk through
 * every resource keeps: where one is added, the others have passed. All are if
 * it is not set.
 */
export function isTested({ typeName }: Pick<Resource, "typeName">): boolean {
  return only?.includes(typeName) ?? true;
}

/**
 * Whether a walk that takes long takes a resource: one function makes models and
 * datasets, and a model stands for both.
 */
export function isDistinct({ typeName }: Pick<Resource, "typeName">): boolean {
  return typeName !== "huggingface_dataset";
}

/** The attributes of a resource that can be configured and have no test apart. */
export function allEntriesOf(
  { typeName, schema }: Pick<Resource, "typeName" | "schema">,
): readonly Entry[] {
  const { excluded = {} } = sampleOf({ typeName });
  return tableOf(schema.attributes).filter(({ attribute, path }) =>
    attribute.mode !== "computed" && excluded[path] === undefined
  );
}

/** As {@linkcode allEntriesOf}, of which a walk takes one of each kind. */
export function entriesOf(resource: Pick<Resource, "typeName" | "schema">) {
  return kindsOf(allEntriesOf(resource));
}

/**
 * The attributes without those of engines that are bound as another one: only
 * the tables know their names, and `bindings_test.ts` walks each.
 */
export function kindsOf(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ names, attribute, binding }) => {
    const { type, mode, sensitive, writeOnly, planModifiers } = attribute;
    const { write, read, ...rest } = binding;
    const kind = JSON.stringify(
      [
        ...[names.length, type, mode, sensitive, writeOnly],
        ...[planModifiers?.length, !write, !read, rest],
      ],
      (_, part) => typeof part === "function" ? `${part}` : part,
    );
    return names.length < 4 || !seen.has(kind) && seen.add(kind);
  });
}

/** The sample of one attribute. */
export function samplesOf(typeName: string, entry: Entry): AttributeSample {
  const { path } = entry;
  const { config, within = {}, values = {}, needed = [], notShown } = sampleOf({
    typeName,
  });
  const prefix =
    Object.keys(within).filter((one) => `${path}.`.startsWith(`${one}.`))
      .toSorted((a, b) => b.length - a.length)[0];
  return {
    config: (prefix === undefined ? undefined : within[prefix]) ?? config,
    values: values[path] ?? usual(entry),
    isNeeded: needed.includes(path),
    isShown: notShown?.test(path) !== true,
  };
}

/** Two values of the attribute's type. */
function usual({ names, attribute: { type, default: usual } }: Entry) {
  const name = names.at(-1) ?? "";
  switch (type) {
    case "string":
      return name === "extra"
        ? ['{"newField":1}', '{"newField":2}'] as const
        : name.endsWith("_route") || name === "path"
        ? ["/a", "/b"] as const
        : ["a", "b"] as const;
    case "bool":
      return [usual !== true, usual === true] as const;
    case "number":
      return [11, 12] as const;
  }
  return typeof type !== "string" && type[0] === "map"
    ? [{ A: "1" }, { A: "2", B: "3" }] as const
    : [["a"], ["b", "c"]] as const;
}
