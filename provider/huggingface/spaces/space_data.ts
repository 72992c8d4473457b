/**
 * The data source `huggingface_space`: a Space that is there already.
 *
 * @module
 */

import type { DataSource } from "@hf-terraform/framework";
import type { RepoInfo, RepoListField } from "@hf-terraform/client";
import { cardText } from "./card.ts";
import { dataSource } from "../define/data_source.ts";
import { at, needed } from "../define/inputs.ts";
import { namespaceAttribute } from "../schema/namespace.ts";
import { fields } from "../repo/repo_reader.ts";
import {
  customDomains,
  type ShownRepo,
  shownRepo,
} from "../repo/repo_fields.ts";
import { repoName } from "../schema/validators.ts";

/** The fields of a Space's information that data sources ask for. */
const dataFields: readonly RepoListField<"space">[] = [
  ...fields.space,
  "likes",
];

function replicasOf({ sdk, runtime }: RepoInfo): number | null {
  const replicas = runtime?.replicas?.requested;
  return sdk === "static" || typeof replicas !== "number" ? null : replicas;
}

/** The data source `huggingface_space`. */
export const spaceData: DataSource = dataSource<ShownRepo>()({
  typeName: "huggingface_space",
  permission: "repo.content.read",
  description: "A Space that is there already.",
  attributes: (b) => ({
    namespace: namespaceAttribute,
    name: needed("The name.", repoName()),
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
    private: b.bool(
      "private",
      "Whether it is private; so are protected Spaces.",
    ),
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
      ({ sdk, runtime }) => {
        if (sdk === "static") return null;
        return runtime?.gcTimeout === null ? -1 : runtime?.gcTimeout;
      },
      "Seconds without use until it sleeps; -1 for never, null for " +
        "static Spaces and where the service does not say.",
    ),
    replicas: b.int(
      replicasOf,
      "Requested number of replicas; null if the service decides.",
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
    created_at: b.string("createdAt", at("When it was created")),
    last_modified: b.string("lastModified", at("When its files last changed")),
    custom_domains: b.strings(
      ({ runtime = {} }) => customDomains(runtime) ?? [],
      "Domains of the owner's that lead to the app.",
    ),
  }),
  failed: "read the Space",
  async read({ config: { name }, client, provider, namespace, signal }) {
    const repo = { type: "space", id: `${namespace}/${name}` } as const;
    const params = { expand: dataFields };
    const info = await client.repos.get(repo, params, { signal });
    return shownRepo("space", info, provider);
  },
});
