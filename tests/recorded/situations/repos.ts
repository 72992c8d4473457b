import {
  aModel,
  commitFile,
  create,
  gatedModel,
  handle,
  later,
  model,
  nobody,
  partialAnswer,
  refusedAsOneTooMany,
  requests,
  type RequestStep,
  sendAs,
  type Situations,
  space,
  wholeAnswer,
} from "./steps.ts";

const hub = "/api/models/openai-community/gpt2";
const expanded = "author private disabled gated createdAt lastModified sha " +
  "pipeline_tag tags likes downloads downloadsAllTime trendingScore baseModels " +
  "childrenModelCount spaces";
const query = expanded.split(" ").map((name) => `expand=${name}`).join("&");
const listed = "author disabled gated lastModified sha createdAt description " +
  "downloads downloadsAllTime tags likes private";
const listQuery = listed.split(" ").map((name) => `expand=${name}`).join("&");
const aSpace = create("space", "s", { sdk: "docker" });
const runs = [
  aSpace,
  commitFile(space, "Dockerfile", "FROM scratch"),
  later,
] as const;
const spaceQuery = "author disabled lastModified likes private sha subdomain " +
  "sdk runtime region tags createdAt trendingScore";
const spacesQuery = spaceQuery.split(" ").map((name) => `expand=${name}`)
  .join("&");
const zero: readonly RequestStep[] = [
  create("space", "s", { sdk: "gradio", hardware: "zero-a10g" }),
  commitFile(space, "app.py", "a"),
  later,
];

/** Repositories and lists of them. */
export const reposSituations: Situations = {
  "repos/authcheck-anonymous": wholeAnswer(
    ...gatedModel,
    sendAs(nobody, [`GET ${model}/auth-check`]),
  ),
  "repos/authcheck-no-request": wholeAnswer(
    ...gatedModel,
    sendAs("hf_other", [`GET ${model}/auth-check`]),
  ),
  "repos/authcheck-awaiting": wholeAnswer(...gatedModel, [
    "POST /_sandbox/access-requests",
    { repo: "acme/m", user: "other" },
  ], [`GET ${model}/auth-check`, undefined, "hf_other"]),
  "repos/authcheck-rejected": wholeAnswer(
    ...gatedModel,
    ["POST /_sandbox/access-requests", { repo: "acme/m", user: "other" }],
    handle({ user: "other", status: "rejected" }),
    [`GET ${model}/auth-check`, undefined, "hf_other"],
  ),
  "repos/authcheck-reset": wholeAnswer(
    ...gatedModel,
    [`POST ${requests}/grant`, { user: "other" }],
    handle({ user: "other", status: "reset" }),
    [`GET ${model}/auth-check`, undefined, "hf_other"],
  ),
  "repos/list-models-expand-usedStorage": wholeAnswer([
    "GET /api/models?expand=usedStorage",
  ]),
  "repos/model-list-default-2026": wholeAnswer([
    "GET /api/models?author=openai-community",
  ]),
  "repos/model-list-expanded": wholeAnswer(...gatedModel, [
    "GET /api/models?author=acme&" +
    ["author", "disabled", "gated", "lastModified", "sha", "createdAt"]
      .map((name) => `expand=${name}`).join("&"),
  ]),
  "repos/model-expand-absent": wholeAnswer(aModel, [
    `GET ${model}?expand=inference`,
  ]),
  "repos/model-tiny-gated-expand": wholeAnswer([
    "GET /api/models/meta-llama/Llama-3.1-8B-Instruct" +
    "?expand=gated&expand=cardData",
  ]),
  "repos/models-sort-400": wholeAnswer(["GET /api/models?sort=trending_score"]),
  "repos/repo-create-401-invalid": wholeAnswer(["POST /api/repos/create", {
    name: "m",
  }, "hf_unknown"]),
  "repos/repo-create-403-namespace": wholeAnswer(["POST /api/repos/create", {
    name: "m",
    organization: "huggingface",
  }]),
  "repos/repo-create-space-402-docker": wholeAnswer(["POST /api/repos/create", {
    type: "space",
    sdk: "docker",
    name: "s",
  }, "hf_other"]),
  "repos/repo-create-space-ok": wholeAnswer(aSpace),
  "repos/repo-not-found-anonymous": wholeAnswer(
    sendAs(nobody, [`GET ${model}`]),
  ),
  "repos/route-unknown-404": wholeAnswer(["GET /api/organizations/acme"]),
  "repos/settings-gated-false": wholeAnswer(aModel, [`PUT ${model}/settings`, {
    gated: false,
  }]),
  "repos/settings-gated-manual": wholeAnswer(...gatedModel),
  "repos/model-renamed-redirect": wholeAnswer(["GET /api/models/gpt2"]),
  "repos/authcheck-ok": wholeAnswer(...gatedModel, [`GET ${model}/auth-check`]),
  "repos/repo-create-409-model": wholeAnswer(aModel, aModel),
  "repos/repo-create-409-space": wholeAnswer(aSpace, aSpace),
  "repos/repo-private-404-2024": wholeAnswer([`GET ${model}`]),
  "repos/repo-create-space-private": wholeAnswer(aSpace),
  "repos/repo-delete-ok": wholeAnswer(aModel, ["DELETE /api/repos/delete", {
    type: "model",
    name: "m",
    organization: "acme",
  }]),
  "repos/api-200-headers": partialAnswer([`GET ${hub}`]),
  "repos/dataset-gated-auto": partialAnswer(
    create("dataset", "d"),
    ["PUT /api/datasets/acme/d/settings", { gated: "auto" }],
    ["GET /api/datasets/acme/d"],
  ),
  "repos/dataset-list-expanded": partialAnswer(
    [`GET /api/datasets?author=rajpurkar&${listQuery}`],
  ),
  "repos/dataset-open": partialAnswer(["GET /api/datasets/rajpurkar/squad"]),
  "repos/dataset-search-head": partialAnswer(
    ["GET /api/datasets?search=squad&expand=trendingScore&" + listQuery],
  ),
  "repos/model-anonymous": partialAnswer([`GET ${hub}`, undefined, nobody]),
  "repos/model-bare-name-redirect": wholeAnswer(["GET /api/models/gpt2"]),
  "repos/model-disabled": partialAnswer(
    ["GET /api/models/meta-llama/Llama-3.1-8B-Instruct?" + query],
  ),
  "repos/model-expanded": partialAnswer([`GET ${hub}?${query}`]),
  "repos/model-expanded-base-models": partialAnswer([`GET ${hub}?${query}`]),
  "repos/model-expanded-gated": partialAnswer(
    [`GET /api/models/meta-llama/Llama-3.1-8B-Instruct?${query}`],
  ),
  "repos/model-gated-anonymous": partialAnswer(
    ["GET /api/models/meta-llama/Llama-3.1-8B-Instruct", undefined, nobody],
  ),
  "repos/model-gated-manual-whole": partialAnswer(
    ["GET /api/models/meta-llama/Llama-3.1-8B-Instruct"],
  ),
  "repos/model-list-bare": partialAnswer(["GET /api/models?author=Qwen"]),
  "repos/model-list-bare-without-_id": partialAnswer([
    "GET /api/models?author=Qwen",
  ]),
  "repos/model-list-whole": partialAnswer([
    "GET /api/models?author=Qwen&full=true",
  ]),
  "repos/model-provider-mapping": partialAnswer(
    [`GET ${hub}?expand=inferenceProviderMapping`],
  ),
  "repos/model-renamed-redirect-body": wholeAnswer(["GET /api/models/gpt2"]),
  "repos/model-whole": partialAnswer([`GET ${hub}`]),
  "repos/model-without-config": partialAnswer([`GET ${hub}`]),
  "repos/model-without-config-model-type": partialAnswer([`GET ${hub}`]),
  "repos/rate-limit-429-anonymous-headers": refusedAsOneTooMany(
    [`GET ${hub}`, undefined, nobody],
    [`GET ${hub}`, undefined, nobody],
  ),
  "repos/rate-limit-429-user": refusedAsOneTooMany(
    [`GET ${hub}`],
    [`GET ${hub}`],
  ),
  "repos/repo-create-space-402-existing-static": wholeAnswer(
    [
      "POST /api/repos/create",
      { type: "space", sdk: "static", name: "s" },
      "hf_other",
    ],
    [
      "POST /api/repos/create",
      { type: "space", sdk: "gradio", name: "s" },
      "hf_other",
    ],
  ),
  "repos/space-docker-running": partialAnswer(...runs, [
    `GET ${space}?${spacesQuery}`,
  ]),
  "repos/space-list-docker-running": partialAnswer(
    ...runs,
    [`GET /api/spaces?author=acme&${spacesQuery}`],
  ),
  "repos/space-revision-xet": wholeAnswer(
    aSpace,
    [`GET ${space}/revision/main?expand=xetEnabled`],
  ),
  "repos/space-runtime-app-starting": partialAnswer(...runs, [`GET ${space}`]),
  "repos/space-zero-gpu": partialAnswer(...zero, [`GET ${space}`]),
};
