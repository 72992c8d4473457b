import { s, unknown, v } from "@hf-terraform/framework";
import { isApiError } from "@hf-terraform/client";
import { withAccess } from "../define/access.ts";
import { defineEphemeralResource } from "../define/define.ts";
import { kindName, repoKindOf } from "../schema/ids.ts";
import { objectClaim } from "../object/claims.ts";
import { explain } from "../object/errors.ts";
import { repoRefOf, repositoryAttributes } from "../repo/repo_fields.ts";
import { at, flag, whole } from "../define/inputs.ts";

export const repoTokenEphemeral = defineEphemeralResource({
  typeName: "huggingface_repo_token",
  schema: withAccess(
    { permission: ["repo.content.read", "repo.write"] },
    s.schema({
      description:
        "A token for one repository that ends soon, for what must not be given " +
        "a token of a person. It is made in each plan and in each apply, and " +
        "is in neither. The service can neither prolong nor revoke it, and a " +
        "run that outlasts it warns at its end.\n\nFor a repository that is " +
        "created in the same apply refer to the resource, as in `repository = " +
        "huggingface_model.this.id`: the token is made when that is there.",
      attributes: {
        ...repositoryAttributes,
        write: flag(
          "Whether it may write; the service means it for Spaces in " +
            "dev mode. Default `false`.",
        ),
        expires_in: whole(
          "In how many seconds it ends. Default, and at most: 600 " +
            "for one that writes, 86400 for one of a Space, else 3600.",
          v.between(1, 86_400),
        ),
        token: s.string({
          computed: true,
          sensitive: true,
          description: "The token.",
        }),
        expires_at: s.string({
          computed: true,
          description: at("When it ends, if the service says so"),
        }),
      },
    }),
  ),
  async open({ config, provider, signal }) {
    const repo = repoRefOf(config);
    const { repos } = await provider.client();
    try {
      const { token, exp } = await repos.createToken(repo, {
        write: config.write ?? false,
        expiresIn: config.expires_in ?? undefined,
      }, { signal });
      const end = new Date((exp ?? NaN) * 1000);
      const expires_at = Number.isNaN(end.getTime()) ? null : end.toISOString();
      return {
        result: { ...config, token, expires_at },
        private: [`the ${repo.type} ${repo.id}`, expires_at],
      };
    } catch (error) {
      const kind = kindName(repoKindOf(config.repository_type));
      const isAwaited = provider.claims.of(objectClaim(kind, repo.id))
        .some(({ isPlanned }) => isPlanned);
      if (isApiError(error, 404) && isAwaited) {
        return { result: { ...config, token: unknown, expires_at: unknown } };
      }
      throw await explain(error, {
        summary: `Cannot make a token for the ${repo.type} ${repo.id}`,
        provider,
        named: "repository",
        permission: config.write ? "repo.write" : "repo.content.read",
      });
    }
  },
  // Terraform's renewal could not help: it changes no value.
  close({ private: kept, diagnostics }) {
    const [subject, end] = Array.isArray(kept) ? kept : [];
    if (typeof end === "string" && Date.parse(end) <= Date.now()) {
      diagnostics.addWarning(
        `The token for ${subject} ended during the run`,
        `It was good until ${end}; what used it later was refused. Raise ` +
          "`expires_in`, or use the token in a run of its own.",
      );
    }
    return Promise.resolve();
  },
});
