import {
  aModel,
  commit,
  create,
  gated,
  handle,
  later,
  model,
  nobody,
  part,
  refusedAsOneTooMany,
  requests,
  type Situations,
  space,
  type Step,
  whole,
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
  commit(space, "Dockerfile", "FROM scratch"),
  later,
] as const;
const spaceQuery = "author disabled lastModified likes private sha subdomain " +
  "sdk runtime region tags createdAt trendingScore";
const spacesQuery = spaceQuery.split(" ").map((name) => `expand=${name}`)
  .join("&");
const zero: readonly Step[] = [
  create("space", "s", { sdk: "gradio", hardware: "zero-a10g" }),
  commit(space, "app.py", "a"),
  later,
];

/** Repositories and lists of them. */
export const reposSituations: Situations = {
  "repos/authcheck-anonymous": whole(...gated, [
    `GET ${model}/auth-check`,
    undefined,
    nobody,
  ]),
  "repos/authcheck-no-request": whole(...gated, [
    `GET ${model}/auth-check`,
    undefined,
    "hf_other",
  ]),
  "repos/authcheck-awaiting": whole(...gated, [
    "POST /_sandbox/access-requests",
    { repo: "acme/m", user: "other" },
  ], [`GET ${model}/auth-check`, undefined, "hf_other"]),
  "repos/authcheck-rejected": whole(
    ...gated,
    ["POST /_sandbox/access-requests", { repo: "acme/m", user: "other" }],
    handle({ user: "other", status: "rejected" }),
    [`GET ${model}/auth-check`, undefined, "hf_other"],
  ),
  "repos/authcheck-reset": whole(
    ...gated,
    [`POST ${requests}/grant`, { user: "other" }],
    handle({ user: "other", status: "reset" }),
    [`GET ${model}/auth-check`, undefined, "hf_other"],
  ),
  "repos/list-models-expand-usedStorage": whole([
    "GET /api/models?expand=usedStorage",
  ]),
  "repos/model-list-default-2026": whole([
    "GET /api/models?author=openai-community",
  ]),
  "repos/model-list-expanded": whole(...gated, [
    "GET /api/models?author=acme&" +
    ["author", "disabled", "gated", "lastModified", "sha", "createdAt"]
      .map((name) => `expand=${name}`).join("&"),
  ]),
  "repos/model-expand-absent": whole(aModel, [`GET ${model}?expand=inference`]),
  "repos/model-tiny-gated-expand": whole([
    "GET /api/models/meta-llama/Llama-3.1-8B-Instruct" +
    "?expand=gated&expand=cardData",
  ]),
  "repos/models-sort-400": whole(["GET /api/models?sort=trending_score"]),
  "repos/repo-create-401-invalid": whole(["POST /api/repos/create", {
    name: "m",
  }, "hf_unknown"]),
  "repos/repo-create-403-namespace": whole(["POST /api/repos/create", {
    name: "m",
    organization: "huggingface",
  }]),
  "repos/repo-create-space-402-docker": whole(["POST /api/repos/create", {
    type: "space",
    sdk: "docker",
    name: "s",
  }, "hf_other"]),
  "repos/repo-create-space-ok": whole(aSpace),
  "repos/repo-not-found-anonymous": whole([`GET ${model}`, undefined, nobody]),
  "repos/route-unknown-404": whole(["GET /api/organizations/acme"]),
  "repos/settings-gated-false": whole(aModel, [`PUT ${model}/settings`, {
    gated: false,
  }]),
  "repos/settings-gated-manual": whole(...gated),
  "repos/model-renamed-redirect": whole(["GET /api/models/gpt2"]),
  "repos/authcheck-ok": whole(...gated, [`GET ${model}/auth-check`]),
  "repos/repo-create-409-model": whole(aModel, aModel),
  "repos/repo-create-409-space": whole(aSpace, aSpace),
  "repos/repo-private-404-2024": whole([`GET ${model}`]),
  "repos/repo-create-space-private": whole(aSpace),
  "repos/repo-delete-ok": whole(aModel, ["DELETE /api/repos/delete", {
    type: "model",
    name: "m",
    organization: "acme",
  }]),
  "repos/api-200-headers": part([`GET ${hub}`]),
  "repos/dataset-gated-auto": part(
    create("dataset", "d"),
    ["PUT /api/datasets/acme/d/settings", { gated: "auto" }],
    ["GET /api/datasets/acme/d"],
  ),
  "repos/dataset-list-expanded": part(
    [`GET /api/datasets?author=rajpurkar&${listQuery}`],
  ),
  "repos/dataset-open": part(["GET /api/datasets/rajpurkar/squad"]),
  "repos/dataset-search-head": part(
    ["GET /api/datasets?search=squad&expand=trendingScore&" + listQuery],
  ),
  "repos/model-anonymous": part([`GET ${hub}`, undefined, nobody]),
  "repos/model-bare-name-redirect": whole(["GET /api/models/gpt2"]),
  "repos/model-disabled": part(
    ["GET /api/models/meta-llama/Llama-3.1-8B-Instruct?" + query],
  ),
  "repos/model-expanded": part([`GET ${hub}?${query}`]),
  "repos/model-expanded-base-models": part([`GET ${hub}?${query}`]),
  "repos/model-expanded-gated": part(
    [`GET /api/models/meta-llama/Llama-3.1-8B-Instruct?${query}`],
  ),
  "repos/model-gated-anonymous": part(
    ["GET /api/models/meta-llama/Llama-3.1-8B-Instruct", undefined, nobody],
  ),
  "repos/model-gated-manual-whole": part(
    ["GET /api/models/meta-llama/Llama-3.1-8B-Instruct"],
  ),
  "repos/model-list-bare": part(["GET /api/models?author=Qwen"]),
  "repos/model-list-bare-without-_id": part(["GET /api/models?author=Qwen"]),
  "repos/model-list-whole": part(["GET /api/models?author=Qwen&full=true"]),
  "repos/model-provider-mapping": part(
    [`GET ${hub}?expand=inferenceProviderMapping`],
  ),
  "repos/model-renamed-redirect-body": whole(["GET /api/models/gpt2"]),
  "repos/model-whole": part([`GET ${hub}`]),
  "repos/model-without-config": part([`GET ${hub}`]),
  "repos/model-without-config-model-type": part([`GET ${hub}`]),
  "repos/rate-limit-429-anonymous-headers": refusedAsOneTooMany(
    [`GET ${hub}`, undefined, nobody],
    [`GET ${hub}`, undefined, nobody],
  ),
  "repos/rate-limit-429-user": refusedAsOneTooMany(
    [`GET ${hub}`],
    [`GET ${hub}`],
  ),
  "repos/repo-create-space-402-existing-static": whole(
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
  "repos/space-docker-running": part(...runs, [`GET ${space}?${spacesQuery}`]),
  "repos/space-list-docker-running": part(
    ...runs,
    [`GET /api/spaces?author=acme&${spacesQuery}`],
  ),
  "repos/space-revision-xet": whole(
    aSpace,
    [`GET ${space}/revision/main?expand=xetEnabled`],
  ),
  "repos/space-runtime-app-starting": part(...runs, [`GET ${space}`]),
  "repos/space-zero-gpu": part(...zero, [`GET ${space}`]),
};
