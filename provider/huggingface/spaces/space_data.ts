import { computedAttributes } from "@hf-terraform/framework/binding";
import { dataSource } from "../define/request.ts";
import { requireText } from "../define/inputs.ts";
import { namespaceAttribute } from "../schema/namespace.ts";
import { fields, repoReads } from "../repo/repo_reader.ts";
import { repoName } from "../schema/validators.ts";
import { spaceSchema } from "./schema.ts";
import type { SpaceView } from "./wire.ts";
import { viewOf } from "./view.ts";

/** The attributes of the resource, but for what a Space is given to hold. */
const shown = Object.keys(spaceSchema.attributes)
  .filter((name) => !/^(?:variables|secrets|files)/.test(name));

export const spaceData = dataSource<SpaceView>()({
  typeName: "huggingface_space",
  access: { permission: "repo.content.read" },
  description: "A Space that is there already.",
  attributes: (b) => ({
    ...computedAttributes(spaceSchema.attributes, shown),
    namespace: namespaceAttribute,
    name: requireText("The name.", repoName),
    error_message: b.string(
      "runtime.errorMessage",
      "Error of the Space, if any.",
    ),
    likes: b.int("likes", "Number of users who like it."),
    tags: b.strings(({ tags = [] }) => tags, "Its tags."),
  }),
  failed: "read the Space",
  async read({ config: { name }, client, provider, namespace, signal }) {
    const repo = { type: "space", id: `${namespace}/${name}` } as const;
    const params = { expand: [...fields.space, "likes" as const] };
    const info = await client.repos.get(repo, params, { signal });
    const visibility = info.private === false
      ? "public"
      : await repoReads.space(provider).visibility(info, signal);
    return viewOf(info, { visibility }, { context: { provider } });
  },
});
