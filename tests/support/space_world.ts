/**
 * A sandbox, a client of it and a workspace of the real CLI, for tests of
 * Spaces.
 *
 * @module
 */

import type {
  Workspace,
  WorkspaceOptions,
} from "@hf-terraform/framework/testing";
import { HuggingFace, type RepoRef } from "../../mod.ts";
import {
  type LoggedRequest,
  Sandbox,
  type SandboxOptions,
} from "../../client/sandbox/mod.ts";
import { startSandbox } from "./sandbox_server.ts";
import { createWorkspace } from "./workspace.ts";

/** Fixtures of a test of Spaces. */
export interface SpaceWorld extends AsyncDisposable {
  /** The imitation of Hugging Face. */
  readonly sandbox: Sandbox;
  /** The address that the sandbox listens on. */
  readonly url: string;
  /** Does what somebody does outside of Terraform. */
  readonly client: HuggingFace;
  /** Runs the CLI. */
  readonly workspace: Workspace;
  /** Writes the configuration: resources below the provider's requirement. */
  configure(text: string): Promise<void>;
  /** The requests since the last call that changed something. */
  writes(): readonly string[];
  /** The requests since the last call. */
  requests(): readonly LoggedRequest[];
}

/** Begins every configuration. */
export const requirement = `terraform {
  required_providers {
    huggingface = {
      source = "hf-terraform/huggingface"
    }
  }
}
`;

/** Starts a sandbox, in which Spaces start at once, and a workspace. */
export async function startSpaceWorld(
  options: SandboxOptions | Sandbox = {},
  more: WorkspaceOptions = {},
): Promise<SpaceWorld> {
  const server = await startSandbox(
    options instanceof Sandbox ? options : { startupMs: 20, ...options },
  );
  const workspace = await createWorkspace({
    ...more,
    env: { ...server.env, ...more.env },
  });
  const { sandbox } = server;
  const client = new HuggingFace({
    token: server.token,
    endpoint: server.url,
    inferenceEndpointsUrl: server.url,
  });
  const requests = () => {
    const all = sandbox.requests;
    sandbox.clearRequests();
    return all;
  };
  return {
    sandbox,
    url: server.url,
    client,
    workspace,
    configure: (text) => workspace.write({ "main.tf": requirement + text }),
    requests,
    writes: () =>
      requests()
        .filter(({ method, path }) =>
          method !== "GET" && !/\/(?:paths-info|preupload)\//.test(path)
        )
        .map(({ method, path }) => `${method} ${path}`),
    async [Symbol.asyncDispose]() {
      await workspace[Symbol.asyncDispose]();
      await server.stop();
    },
  };
}

/** A Space as the client's repository methods take it. */
export function spaceRef(id: string): RepoRef {
  return { type: "space", id };
}
