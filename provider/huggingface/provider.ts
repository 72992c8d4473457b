import { env } from "node:process";
import {
  defineProvider,
  type LazyProvider,
  type OperationLog,
} from "@hf-terraform/framework";
import type { Hooks } from "@hf-terraform/client";
import { version } from "../version.ts";
import { areas } from "./areas.ts";
import { addressFunctions } from "./functions.ts";
import { providerSchema } from "./provider_block.ts";
import { HuggingFaceProvider } from "./provider_data.ts";
import { type Environment, maskTokens } from "./token.ts";

export const provider: LazyProvider = providerIn(env);

/** The provider of a process that has these variables. */
export function providerIn(env: Environment): LazyProvider {
  maskTokens(env);
  return defineProvider({
    name: "huggingface",
    version,
    schema: providerSchema,
    async configure({ config, terraformVersion, log, diagnostics, ...rest }) {
      const data = new HuggingFaceProvider(config, {
        isWholeTest: rest.isWholeTest,
        env,
        userAgent: `terraform-provider-huggingface/${version} ` +
          `terraform/${terraformVersion || "unknown"}`,
        hooks: logged(log),
      });
      await data.check(diagnostics);
      return data;
    },
    functions: addressFunctions,
    resources: areas.flatMap(({ resources = [] }) => resources),
    listResources: areas.flatMap(({ listResources = [] }) => listResources),
    actions: areas.flatMap(({ actions = [] }) => actions),
    ephemeralResources: areas.flatMap((area) => area.ephemeralResources ?? []),
    dataSources: areas.flatMap(({ dataSources = [] }) => dataSources),
  });
}

function logged(log: OperationLog): Hooks {
  return {
    onResponse: (event) => log.debug("Answer", { ...event }),
    onRetry: ({ error, ...event }) =>
      log.warn("Retrying request", { ...event, error: error.message }),
    onWait: (event) => log.info("Held back by the rate limit", { ...event }),
    onWarning: (event) => log.warn("Service warning", { ...event }),
    onUnreadField: (event) =>
      log.warn("Ignored a field of a response", { ...event }),
  };
}
