/**
 * Values that the services take today. They get new ones before this provider
 * learns of them, so that another value is a warning (`v.knownValues`).
 *
 * @module
 */

import type { Unknown } from "@hf-terraform/framework";

/** Hardware of Spaces and jobs (OpenAPI document of the Hub). */
export const hardware: readonly string[] =
  ("cpu-basic cpu-upgrade cpu-performance cpu-xl sprx8 zero-a10g " +
    "t4-small t4-medium l4x1 l4x4 l40sx1 l40sx4 l40sx8 a10g-small " +
    "a10g-large a10g-largex2 a10g-largex4 a100-large a100x4 a100x8 " +
    "h200 h200x2 h200x4 h200x8 rtx-pro-6000 rtx-pro-6000x2 " +
    "rtx-pro-6000x4 rtx-pro-6000x8 inf2x6").split(" ");

/** Whether hardware is lent for each call, and scaled by the service. */
export function isZeroGpu(name: string | null | Unknown): boolean {
  return name === "zero-a10g" || name === "zerogpu";
}

export const vendors = ["aws", "azure", "gcp"] as const;

export const accelerators: readonly string[] = ["cpu", "gpu", "neuron"];

export const tasks: readonly string[] =
  ("text-generation text2text-generation text-classification " +
    "token-classification zero-shot-classification question-answering " +
    "table-question-answering fill-mask summarization translation " +
    "conversational feature-extraction sentence-similarity " +
    "sentence-embeddings sentence-ranking text-ranking text-to-image " +
    "text-to-speech text-to-audio text-to-video image-to-image " +
    "image-to-text image-text-to-text image-to-video image-classification " +
    "image-feature-extraction image-segmentation " +
    "zero-shot-image-classification object-detection " +
    "zero-shot-object-detection depth-estimation mask-generation " +
    "visual-question-answering document-question-answering " +
    "visual-document-retrieval video-classification " +
    "video-text-to-text audio-classification audio-to-audio " +
    "audio-text-to-text automatic-speech-recognition " +
    "voice-activity-detection tabular-classification tabular-regression " +
    "time-series-forecasting reinforcement-learning any-to-any custom")
    .split(" ");

/** The statuses of machines in the catalogue of endpoints. */
export const machineStatuses: readonly string[] =
  "available low_availability not_available reserved deprecated".split(" ");

/** Permissions of a service account's token in the whole organization. */
export const organizationPermissions: readonly string[] =
  ("repo.content.read repo.contribute.write repo.write " +
    "inference.serverless.write inference.endpoints.infer.write " +
    "inference.endpoints.write org.read org.write org.auditLog.write " +
    "collection.read collection.write resourceGroup.write job.write " +
    "org.serviceAccounts.read org.serviceAccounts.write").split(" ");

export const repositoryKinds: readonly string[] =
  "model dataset space bucket kernel".split(" ");

export const storageRegions = ["us", "eu"] as const;

export const sdks: readonly [string, ...string[]] = [
  "gradio",
  "docker",
  "static",
];

/** Licenses of repositories (OpenAPI document of the Hub). */
export const licenses =
  ("apache-2.0 mit openrail bigscience-openrail-m creativeml-openrail-m " +
    "bigscience-bloom-rail-1.0 bigcode-openrail-m afl-3.0 artistic-2.0 " +
    "bsl-1.0 bsd bsd-2-clause bsd-3-clause bsd-3-clause-clear c-uda cc " +
    "cc0-1.0 cc-by-2.0 cc-by-2.5 cc-by-3.0 cc-by-4.0 cc-by-sa-3.0 " +
    "cc-by-sa-4.0 cc-by-nc-2.0 cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nd-4.0 " +
    "cc-by-nc-nd-3.0 cc-by-nc-nd-4.0 cc-by-nc-sa-2.0 cc-by-nc-sa-3.0 " +
    "cc-by-nc-sa-4.0 cdla-sharing-1.0 cdla-permissive-1.0 " +
    "cdla-permissive-2.0 wtfpl ecl-2.0 epl-1.0 epl-2.0 etalab-2.0 eupl-1.1 " +
    "eupl-1.2 agpl-3.0 gfdl gpl gpl-2.0 gpl-3.0 lgpl lgpl-2.1 lgpl-3.0 isc " +
    "h-research intel-research lppl-1.3c ms-pl apple-ascl apple-amlr mpl-2.0 " +
    "odc-by odbl openmdw-1.0 openmdw-1.1 openrail++ osl-3.0 postgresql " +
    "ofl-1.1 ncsa unlicense zlib pddl lgpl-lr deepfloyd-if-license " +
    "fair-noncommercial-research-license llama2 llama3 llama3.1 llama3.2 " +
    "llama3.3 llama4 grok2-community gemma unknown other").split(" ");
