/**
 * What data sources show of a Space.
 *
 * @module
 */

import { s, types } from "../../framework/mod.ts";
import type { RepoInfo } from "../../../mod.ts";

/** The computed attributes of a Space that is looked at. */
export const spaceFields = {
  id: s.string({
    computed: true,
    description: "Namespace and name, such as `acme/my-space`.",
  }),
  space_id: s.string({
    computed: true,
    description: "The id that stays when the Space is renamed.",
  }),
  sdk: s.string({
    computed: true,
    description: "What runs it: `gradio`, `docker`, `static` or `streamlit`.",
  }),
  sdk_version: s.string({
    computed: true,
    description: "Which version of the SDK, if the README says.",
  }),
  private: s.bool({
    computed: true,
    description: "Whether it is private; so are protected Spaces.",
  }),
  title: s.string({ computed: true, description: "Its title." }),
  short_description: s.string({
    computed: true,
    description: "What it is for.",
  }),
  license: s.string({ computed: true, description: "Its licence." }),
  hardware: s.string({
    computed: true,
    description: "What it was told to run on; null for static Spaces.",
  }),
  hardware_current: s.string({
    computed: true,
    description: "What it runs on at present; null while it does not run.",
  }),
  sleep_time: s.int({
    computed: true,
    description:
      "Seconds without use until it sleeps; -1 for never, null for " +
      "static Spaces.",
  }),
  replicas: s.int({
    computed: true,
    description: "Requested number of replicas; null if the service " +
      "decides.",
  }),
  dev_mode: s.bool({
    computed: true,
    description: "Whether dev mode is on.",
  }),
  stage: s.string({
    computed: true,
    description: "Current status, such as `RUNNING` or `SLEEPING`.",
  }),
  error_message: s.string({
    computed: true,
    description: "What went wrong, if anything.",
  }),
  region: s.string({ computed: true, description: "Where it is stored." }),
  resource_group_id: s.string({
    computed: true,
    description: "The resource group that it belongs to.",
  }),
  sha: s.string({
    computed: true,
    description: "The newest commit of the branch `main`.",
  }),
  likes: s.int({
    computed: true,
    description: "How many people like it.",
  }),
  tags: s.list(types.string, { computed: true, description: "Its tags." }),
  url: s.string({ computed: true, description: "Its page." }),
  app_url: s.string({ computed: true, description: "The URL of the app." }),
  created_at: s.string({
    computed: true,
    description: "When it was created, in the form of RFC 3339.",
  }),
  last_modified: s.string({
    computed: true,
    description: "When its files last changed, in the form of RFC 3339.",
  }),
  custom_domains: s.list(types.string, {
    computed: true,
    description: "Domains of the owner's that lead to the app.",
  }),
};

/** The fields of a Space's information that data sources ask for. */
export const dataFields = [
  "author",
  "cardData",
  "createdAt",
  "lastModified",
  "likes",
  "private",
  "region",
  "resourceGroup",
  "runtime",
  "sdk",
  "sha",
  "subdomain",
  "tags",
] as const;

/** The values of {@linkcode spaceFields}. */
export function spaceValues(info: RepoInfo, hubUrl: string) {
  const { runtime, subdomain } = info;
  const card = info.cardData ?? {};
  const isStatic = info.sdk === "static";
  const replicas = runtime?.replicas?.requested;
  return {
    id: info.id,
    space_id: info._id,
    sdk: info.sdk ?? null,
    sdk_version: text(card["sdk_version"]),
    private: info.private ?? null,
    title: text(card["title"]),
    short_description: text(card["short_description"]),
    license: text(card["license"]),
    hardware: runtime?.hardware?.requested ?? null,
    hardware_current: runtime?.hardware?.current ?? null,
    sleep_time: isStatic ? null : runtime?.gcTimeout ?? -1,
    replicas: isStatic || typeof replicas !== "number" ? null : replicas,
    dev_mode: runtime?.devMode ?? false,
    stage: runtime?.stage ?? null,
    error_message: runtime?.errorMessage ?? null,
    region: info.region ?? null,
    resource_group_id: info.resourceGroup?.id ?? null,
    sha: info.sha ?? null,
    likes: info.likes ?? null,
    tags: info.tags ?? [],
    url: `${hubUrl}/spaces/${info.id}`,
    app_url: subdomain === undefined ? null : `https://${subdomain}.hf.space`,
    created_at: info.createdAt ?? null,
    last_modified: info.lastModified ?? null,
    custom_domains: (runtime?.domains ?? [])
      .filter(({ isCustom }) => isCustom === true)
      .map(({ domain }) => domain),
  };
}

function text(value: unknown): string | null {
  return value === null || value === undefined || typeof value === "object"
    ? null
    : String(value);
}
