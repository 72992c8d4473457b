/**
 * The resources that are disturbed: what each is made of, step by step. One
 * without a life of its own here is made of its least configuration.
 *
 * @module
 */

import type { JsonObject } from "@hf-terraform/framework/testing";
import { resourceSamples as least } from "../provider/huggingface/bindings_samples.ts";
import { objectId } from "../../client/sandbox/core/accounts.ts";

/** A resource and its life. */
export interface Sample {
  /** The type name. */
  readonly typeName: string;
  /** The configurations, one after the other. */
  readonly steps: readonly JsonObject[];
  /** Whether a step replaces it, whose id is then another. */
  readonly isReplaced?: true;
  /** Set if content that an import found remains after a destroy. */
  readonly importedStays?: true;
  /**
   * Whether two equal ones are two: what a killed create left cannot be told from
   * one that somebody else made.
   */
  readonly mayBeTwice?: true;
  /** The URLs that show it, beside the lists of what strangers have. */
  readonly seen: readonly string[];
}

const hub = "https://huggingface.co";
const endpoints = "https://api.endpoints.huggingface.cloud";

const endpoint = {
  name: "mine",
  cloud: { vendor: "aws", region: "us-east-1" },
  compute: {
    instance_type: "intel-spr",
    instance_size: "x1",
    scaling: { min_replica: 1, max_replica: 1 },
  },
  model: { repository: "gpt2", secrets: { KEY: "secret-first" } },
};

const space = {
  name: "mine",
  sdk: "docker",
  variables: { MODE: "first", OLD: "x" },
  secrets: { KEY: "secret-first", GONE: "secret-soon" },
  files: { Dockerfile: "FROM first" },
};

const webhook = {
  watched: [{ type: "org", name: "acme" }],
  domains: ["repo"],
  url: "https://first.example",
  secret: "secret-first",
};

const schedule = {
  namespace: "acme",
  schedule: "@daily",
  flavor: "cpu-basic",
  image: "python:3.12",
  command: ["echo", "1"],
};

const owner = `${hub}/api/models/acme/owner`;

const collection = {
  namespace: "acme",
  title: "Mine",
  items: [{ type: "model", id: "acme/owner", note: "first" }],
};

const files = { repository: "acme/owner", files: { "a.txt": "first" } };

const organization = `${hub}/api/organizations/acme`;
const robot = objectId("service account", "1");
const group = { name: "mine", description: "first" };

/** A model or dataset. */
function repo(kind: "model" | "dataset"): Sample {
  const first = { namespace: "acme", name: "mine", on_destroy: "delete" };
  return {
    typeName: `huggingface_${kind}`,
    seen: [`${hub}/api/${kind}s/acme/mine`, `${hub}/api/${kind}s/acme/renamed`],
    steps: [
      // Not all of it can be said in the request that creates.
      { ...first, visibility: "public", gated: "auto" },
      { ...first, visibility: "public", gated: "manual" },
      { ...first, name: "renamed" },
    ],
  };
}

/** Lives that are written here. */
const written: readonly Sample[] = [
  {
    typeName: "huggingface_endpoint",
    seen: [`${endpoints}/_sandbox/endpoints/acme/mine`],
    steps: [
      endpoint,
      {
        ...endpoint,
        tags: ["a"],
        compute: {
          ...endpoint.compute,
          scaling: { min_replica: 1, max_replica: 2 },
        },
        model: { repository: "gpt2", secrets: { KEY: "secret-second" } },
      },
      { ...endpoint, paused: true },
      endpoint,
    ],
  },
  {
    typeName: "huggingface_space",
    importedStays: true,
    seen: ["mine", "renamed"].flatMap((name) => [
      `${hub}/api/spaces/acme/${name}/secrets`,
      `${hub}/api/spaces/acme/${name}/variables`,
      `${hub}/api/spaces/acme/${name}/runtime`,
      `${hub}/spaces/acme/${name}/raw/main/Dockerfile`,
    ]),
    steps: [
      space,
      {
        ...space,
        visibility: "public",
        variables: { MODE: "second" },
        secrets: { KEY: "secret-second" },
        files: { Dockerfile: "FROM second" },
      },
      { ...space, name: "renamed" },
      {
        ...space,
        variables: { MODE: "second" },
        secrets: { KEY: "secret-second" },
        files: { Dockerfile: "FROM second" },
        paused: true,
      },
    ],
  },
  {
    typeName: "huggingface_space_secret",
    seen: [],
    steps: [
      { space: "acme/shared", key: "KEY", value: "secret-first" },
      {
        space: "acme/shared",
        key: "KEY",
        value: "secret-second",
        description: "d",
      },
      { space: "acme/shared", key: "OTHER", value: "secret-second" },
    ],
  },
  {
    typeName: "huggingface_space_variable",
    seen: [],
    steps: [
      { space: "acme/shared", key: "KEY", value: "first" },
      { space: "acme/shared", key: "KEY", value: "second", description: "d" },
      { space: "acme/shared", key: "OTHER", value: "second" },
    ],
  },
  {
    typeName: "huggingface_webhook",
    seen: [],
    steps: [
      webhook,
      { ...webhook, url: "https://second.example", secret: "secret-second" },
      { ...webhook, enabled: false },
      webhook,
    ],
  },
  {
    typeName: "huggingface_repo_branch",
    seen: [`${owner}/refs`],
    steps: [{ repository: "acme/owner", name: "mine" }],
  },
  {
    typeName: "huggingface_repo_tag",
    seen: [`${owner}/refs`],
    steps: [
      { repository: "acme/owner", name: "mine" },
      { repository: "acme/owner", name: "mine", message: "Again" },
    ],
  },
  {
    typeName: "huggingface_repo_access_grant",
    seen: [`${owner}/user-access-request/accepted`],
    steps: [{ repository: "acme/owner", user: "alice" }],
  },
  repo("model"),
  repo("dataset"),
  {
    typeName: "huggingface_collection",
    seen: [`${hub}/api/collections?owner=acme`],
    steps: [
      collection,
      {
        ...collection,
        title: "Ours",
        description: "What we made",
        theme: "green",
        items: [{ type: "space", id: "acme/shared" }, {
          type: "model",
          id: "acme/owner",
          note: "second",
        }],
      },
      { ...collection, items: [] },
    ],
  },
  {
    typeName: "huggingface_repo_files",
    importedStays: true,
    seen: [`${owner}/tree/main`],
    steps: [
      files,
      { ...files, files: { "a.txt": "second", "b.txt": "new" } },
      { ...files, files: { "b.txt": "new" } },
    ],
  },
  {
    typeName: "huggingface_repo_file",
    importedStays: true,
    seen: [`${owner}/tree/main`],
    steps: ["first", "second"].map((content) => ({
      repository: "acme/owner",
      path: "a.txt",
      content,
    })),
  },
  {
    typeName: "huggingface_bucket",
    seen: [`${hub}/api/buckets/acme/mine`],
    steps: [
      { namespace: "acme", name: "mine" },
      { namespace: "acme", name: "mine", visibility: "public" },
    ],
  },
  {
    typeName: "huggingface_scheduled_job",
    seen: [`${hub}/api/scheduled-jobs/acme`],
    steps: [schedule, { ...schedule, schedule: "@weekly" }, {
      ...schedule,
      suspended: true,
    }],
  },
  {
    typeName: "huggingface_resource_group",
    seen: [`${organization}/resource-groups`],
    steps: [
      group,
      {
        ...group,
        description: "second",
        spend_limits: { total_cents: 100 },
        auto_join: { role: "read" },
      },
      { name: "renamed" },
    ],
  },
  {
    typeName: "huggingface_resource_group_member",
    seen: [`${organization}/resource-groups`],
    steps: ["read", "write"].map((role) => ({
      resource_group_id: objectId("resource group", "1"),
      username: "alice",
      role,
    })),
  },
  {
    typeName: "huggingface_resource_group_members",
    seen: [`${organization}/resource-groups`],
    steps: ["read", "write"].map((role) => ({
      resource_group_id: objectId("resource group", "1"),
      members: [{ username: "alice", role }],
    })),
  },
  {
    typeName: "huggingface_service_account_token",
    mayBeTwice: true,
    seen: [`${organization}/service-accounts/${robot}`],
    steps: [
      { service_account_id: robot, permissions: ["org.read"] },
      { service_account_id: robot, name: "mine" },
      { service_account_id: robot, rotation_keepers: { at: "second" } },
    ],
  },
  {
    typeName: "huggingface_organization_member",
    seen: [`${organization}/members`],
    steps: ["write", "contributor"].map((role) => ({
      username: "alice",
      role,
      role_on_destroy: "write",
    })),
  },
  {
    typeName: "huggingface_organization_network_security",
    seen: [`${organization}/settings/network-security`],
    // A destroy leaves the settings, so the sample keeps the initial ones.
    steps: [{ high_rate_limits: false }],
  },
  {
    typeName: "huggingface_organization_invitation",
    seen: [`${organization}/scim-provisioning/v2/Users`],
    steps: ["1", "2"].map((external_id) => ({
      username: "somebody-else",
      email: "a@example.com",
      external_id,
    })),
  },
  {
    typeName: "huggingface_service_account",
    seen: [`${organization}/service-accounts`],
    steps: [{ name: "mine" }, { name: "mine", description: "second" }],
    isReplaced: true,
  },
];

/** All samples. */
export const samples: readonly Sample[] = Object.entries(least).map((
  [typeName, { config }],
) =>
  written.find((one) => one.typeName === typeName) ??
    { typeName, seen: [], steps: [config as JsonObject] }
);
