/**
 * What data sources show of a Space.
 *
 * @module
 */

import type { AnswerBinder } from "@hf-terraform/framework/binding";
import type { RepoInfo } from "@hf-terraform/client";
import { cardText } from "../resources/space/card.ts";
import type { ShownRepo } from "../shared/repo/repo_fields.ts";

/** The computed attributes of a Space that is looked at. */
export const spaceFields = (b: AnswerBinder<ShownRepo>) => ({
  id: b.string("id", "Namespace and name, such as `acme/my-space`."),
  space_id: b.string("_id", "The id that stays when the Space is renamed."),
  sdk: b.string(
    "sdk",
    "What runs it: `gradio`, `docker`, `static` or `streamlit`.",
  ),
  sdk_version: b.string(
    ({ cardData }) => cardText(cardData?.["sdk_version"]),
    "Which version of the SDK, if the README says.",
  ),
  private: b.bool("private", "Whether it is private; so are protected Spaces."),
  title: b.string(
    ({ cardData }) => cardText(cardData?.["title"]),
    "Its title.",
  ),
  short_description: b.string(
    ({ cardData }) => cardText(cardData?.["short_description"]),
    "What it is for.",
  ),
  license: b.string(
    ({ cardData }) => cardText(cardData?.["license"]),
    "Its licence.",
  ),
  hardware: b.string(
    "runtime.hardware.requested",
    "What it was told to run on; null for static Spaces.",
  ),
  hardware_current: b.string(
    "runtime.hardware.current",
    "What it runs on at present; null while it does not run.",
  ),
  sleep_time: b.int(
    ({ sdk, runtime }) => sdk === "static" ? null : runtime?.gcTimeout ?? -1,
    "Seconds without use until it sleeps; -1 for never, null for " +
      "static Spaces.",
  ),
  replicas: b.int(
    replicasOf,
    "Requested number of replicas; null if the service " +
      "decides.",
  ),
  dev_mode: b.bool(
    ({ runtime }) => runtime?.devMode ?? false,
    "Whether dev mode is on.",
  ),
  stage: b.string(
    "runtime.stage",
    "Current status, such as `RUNNING` or `SLEEPING`.",
  ),
  error_message: b.string(
    "runtime.errorMessage",
    "What went wrong, if anything.",
  ),
  region: b.string("region", "Where it is stored."),
  resource_group_id: b.string(
    "resourceGroup.id",
    "The resource group that it belongs to.",
  ),
  sha: b.string("sha", "The newest commit of the branch `main`."),
  likes: b.int("likes", "How many people like it."),
  tags: b.strings(({ tags = [] }) => tags, "Its tags."),
  url: b.string("url", "Its page."),
  app_url: b.string(
    ({ subdomain }) => subdomain && `https://${subdomain}.hf.space`,
    "The URL of the app.",
  ),
  created_at: b.string(
    "createdAt",
    "When it was created, in the form of RFC 3339.",
  ),
  last_modified: b.string(
    "lastModified",
    "When its files last changed, in the form of RFC 3339.",
  ),
  custom_domains: b.strings(
    domainsOf,
    "Domains of the owner's that lead to the app.",
  ),
});

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

function replicasOf({ sdk, runtime }: RepoInfo): number | null {
  const replicas = runtime?.replicas?.requested;
  return sdk === "static" || typeof replicas !== "number" ? null : replicas;
}

function domainsOf({ runtime }: RepoInfo): readonly string[] {
  return (runtime?.domains ?? [])
    .filter(({ isCustom }) => isCustom === true)
    .map(({ domain }) => domain);
}
