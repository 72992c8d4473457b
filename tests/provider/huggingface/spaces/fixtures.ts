/**
 * Fixtures of the tests of a Space's parts.
 *
 * @module
 */

import {
  Diagnostics,
  type PrivateState,
  type ValueObject,
} from "../../../../provider/framework/mod.ts";
import {
  Sandbox,
  type SandboxOptions,
} from "../../../../client/sandbox/mod.ts";
import { HuggingFace } from "../../../../mod.ts";
import { HuggingFaceProvider } from "../../../../provider/huggingface/provider_data.ts";
import type {
  SpaceConfig,
  SpaceState,
} from "../../../../provider/huggingface/spaces/schema.ts";
import { memory } from "../endpoints/fixtures.ts";

/** The state of a Docker Space. */
export function spaceState(changes: Partial<SpaceState> = {}): SpaceState {
  return {
    id: "sandbox/app",
    space_id: "0123456789abcdef01234567",
    namespace: "sandbox",
    name: "app",
    sdk: "docker",
    template: null,
    sdk_version: null,
    visibility: "private",
    title: "app",
    short_description: null,
    license: null,
    hardware: "cpu-basic",
    sleep_time: 172_800,
    replicas: 1,
    volumes: null,
    dev_mode: false,
    paused: false,
    region: null,
    resource_group_id: null,
    variables: null,
    secrets: null,
    secrets_wo: null,
    secrets_wo_version: null,
    files: null,
    overwrite: false,
    wait_for_ready: null,
    timeouts: null,
    url: "https://huggingface.co/spaces/sandbox/app",
    app_url: "https://sandbox-app.hf.space",
    stage: "RUNNING",
    hardware_current: "cpu-basic",
    sha: "a".repeat(40),
    created_at: "2026-01-01T00:00:00.000Z",
    last_modified: "2026-01-01T00:00:00.000Z",
    custom_domains: [],
    ...changes,
  };
}

/** The least that can be configured. */
export const least = {
  ...spaceState(),
  id: null,
  space_id: null,
  namespace: null,
  title: null,
  visibility: null,
  hardware: null,
  sleep_time: null,
  replicas: null,
  dev_mode: null,
  paused: null,
  url: null,
  app_url: null,
  stage: null,
  hardware_current: null,
  sha: null,
  created_at: null,
  last_modified: null,
  custom_domains: null,
} satisfies SpaceConfig;

function ignore(): void {}

const log = {
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
};

/** The arguments of operations, and records of their effects. */
export interface Stage {
  readonly sandbox: Sandbox;
  /** Somebody else. */
  readonly client: HuggingFace;
  readonly saved: ValueObject[];
  readonly common: {
    readonly provider: HuggingFaceProvider;
    readonly signal: AbortSignal;
    readonly diagnostics: Diagnostics;
    readonly log: typeof log;
    readonly privateState: PrivateState;
    readonly providerMeta: null;
    saveState(state: ValueObject): void;
    identity: undefined;
    setIdentity(): void;
  };
  /** The requests since the last call. */
  requests(): string[];
}

/** Makes a provider on a sandbox, as operations are given it. */
export function setUp(
  options: SandboxOptions = {},
  course: {
    readonly signal?: AbortSignal;
    readonly onRequest?: (line: string) => void;
    /** Changes the JSON of an answer. */
    readonly answer?: (line: string, body: unknown) => unknown;
  } = {},
): Stage {
  const sandbox = new Sandbox({ startupMs: 0, createMs: 0, ...options });
  const fetch = async (request: Request) => {
    const line = `${request.method} ${new URL(request.url).pathname}`;
    course.onRequest?.(line);
    const response = await sandbox.fetch(request);
    if (course.answer === undefined || !response.ok) return response;
    const { headers } = response;
    if (!headers.get("content-type")?.includes("json")) return response;
    const body: unknown = await response.json();
    return Response.json(course.answer(line, body), { headers });
  };
  const saved: ValueObject[] = [];
  return {
    sandbox,
    client: new HuggingFace({
      token: sandbox.token,
      fetch: (request) => sandbox.fetch(request),
    }),
    saved,
    common: {
      provider: new HuggingFaceProvider({
        token: sandbox.token,
        max_retries: 0,
      }, { env: {}, userAgent: "test", fetch }),
      signal: course.signal ?? new AbortController().signal,
      diagnostics: new Diagnostics(),
      log,
      privateState: memory(),
      providerMeta: null,
      saveState: (state) => void saved.push(state),
      identity: undefined,
      setIdentity: () => {},
    },
    requests: () => {
      const made = sandbox.requests.map(({ method, path }) =>
        `${method} ${path}`
      );
      sandbox.clearRequests();
      return made;
    },
  };
}
