/**
 * Spaces: what runs, and what it runs with.
 *
 * Facts: the Hub's OpenAPI document, and `huggingface_hub` 2.4.0 for the routes
 * that it leaves out.
 *
 * @module
 */

import type { NamespacedId } from "../core/url.ts";
import { ApiResource } from "../core/api_resource.ts";
import { type List, wholeList } from "../core/pages.ts";
import type { Call } from "../core/call.ts";
import type { CallOptions } from "../core/options.ts";
import { onSpace, RUNTIME, SPACE_HARDWARE } from "../repos/request.ts";
import type { KeyValue } from "../repos/types.ts";
import { SpaceLogs } from "./logs.ts";
import type { ServerSentEvent } from "../core/sse.ts";
import { follow } from "../core/follow.ts";
import type { Shape } from "../core/shape.ts";
import type {
  SpaceHardware,
  SpaceRuntime,
  SpaceSecret,
  SpaceTemplate,
  SpaceVariable,
  Volume,
  ZeroGpuQuota,
} from "./types.ts";
import { waitUntil } from "../core/wait.ts";
import { spaceStages, type SpaceWaitOptions } from "./wait.ts";

const SECRETS: Shape<Readonly<Record<string, SpaceSecret>>> = {
  "*": { description: "string?", updatedAt: "string?" },
};
const VARIABLES: Shape<Readonly<Record<string, SpaceVariable>>> = {
  "*": { value: "string", description: "string?", updatedAt: "string?" },
};

const HARDWARE: Shape<readonly SpaceHardware[]> = [SPACE_HARDWARE];
const QUOTA: Shape<ZeroGpuQuota> = {
  base: "number",
  current: "number",
  resetsAt: "string|null",
};
const TEMPLATES: Shape<{ readonly templates: readonly SpaceTemplate[] }> = {
  templates: [{
    name: "string",
    repoId: "string!",
    sdk: "string",
    preferredPrivate: "boolean?",
  }],
};

/** Spaces of the Hub; their repositories are in `repos`. */
export class Spaces extends ApiResource {
  /** Logs. */
  readonly logs: SpaceLogs = new SpaceLogs(this.transport);

  /** The runtime status of a Space. */
  getRuntime(id: NamespacedId, options?: CallOptions): Call<SpaceRuntime> {
    return this.transport.request({
      ...onSpace(id, "read the runtime of", options, "/runtime"),
      shape: RUNTIME,
    });
  }

  /**
   * Waits until a Space runs, or reaches another stage.
   *
   * @throws {WaitError} If it failed, or stays where it is.
   */
  waitFor(
    id: NamespacedId,
    options: SpaceWaitOptions = {},
  ): Promise<SpaceRuntime> {
    return waitUntil({
      transport: this.transport,
      label: `the Space ${id}`,
      request: {
        ...onSpace(id, "read the runtime of", {}, "/runtime"),
        shape: RUNTIME,
      },
      ...spaceStages(options),
    }, options);
  }

  /**
   * Asks for other hardware.
   *
   * @param body The hardware, as `t4-small`, and after how many seconds without
   * use it sleeps, -1 for never.
   * @throws {PaymentRequiredError} If the plan does not include it.
   */
  setHardware(
    id: NamespacedId,
    body: {
      readonly flavor: string;
      readonly sleepTimeSeconds?: number | undefined;
    },
    options?: CallOptions,
  ): Call<SpaceRuntime> {
    return this.#set(id, "change the hardware of", "hardware", body, options);
  }

  /** Sets after how many seconds without use a Space sleeps; -1 for never. */
  setSleepTime(
    id: NamespacedId,
    seconds: number,
    options?: CallOptions,
  ): Call<SpaceRuntime> {
    const body = { seconds };
    return this.#set(id, "set the sleep time of", "sleeptime", body, options);
  }

  /** Sets the number of replicas of a Space. Each one is billed. */
  setReplicas(
    id: NamespacedId,
    replicas: number,
    options?: CallOptions,
  ): Call<void> {
    return this.transport.send({
      ...onSpace(id, "set the replicas of", options, "POST /replicas"),
      body: { replicas },
      isIdempotent: true,
    });
  }

  /** Switches dev mode on or off. */
  setDevMode(
    id: NamespacedId,
    enabled: boolean,
    options?: CallOptions,
  ): Call<SpaceRuntime> {
    const body = { enabled };
    return this.#set(id, "set the dev mode of", "dev-mode", body, options);
  }

  /** Mounts exactly these volumes; those mounted before are removed. */
  setVolumes(
    id: NamespacedId,
    volumes: readonly Volume[],
    options?: CallOptions,
  ): Call<void> {
    const request = onSpace(id, "set the volumes of", options, "/volumes");
    return volumes.length === 0
      ? this.transport.delete(request)
      : this.transport.send({ ...request, method: "PUT", body: { volumes } });
  }

  /** Stops a Space until it is restarted. It costs nothing meanwhile. */
  pause(id: NamespacedId, options?: CallOptions): Call<SpaceRuntime> {
    return this.#set(id, "pause", "pause", undefined, options);
  }

  /** Starts a Space again; `factoryReset` rebuilds it without caches. */
  restart(
    id: NamespacedId,
    params: {
      readonly factoryReset?: boolean | undefined;
    } = {},
    options?: CallOptions,
  ): Call<SpaceRuntime> {
    const { factoryReset } = params;
    return this.transport.request({
      ...onSpace(id, "restart", options, "POST /restart"),
      query: { factory: factoryReset === true ? true : undefined },
      shape: RUNTIME,
      isIdempotent: true,
    });
  }

  /** Lists the hardware that Spaces can run on, with prices. */
  listHardware(options?: CallOptions): List<SpaceHardware> {
    return wholeList(this.transport, {
      path: "/api/spaces/hardware",
      action: "list the hardware of Spaces",
      shape: HARDWARE,
      call: options,
    });
  }

  /** Lists the templates that a Space can begin with. */
  listTemplates(options?: CallOptions): List<SpaceTemplate> {
    return wholeList(this.transport, {
      path: "/api/spaces/templates",
      action: "list the templates of Spaces",
      shape: TEMPLATES,
      call: options,
    }, "templates");
  }

  /** Gets the ZeroGPU quota of the token's user. */
  getZeroGpuQuota(options?: CallOptions): Call<ZeroGpuQuota> {
    return this.transport.request({
      path: "/api/spaces/zero-gpu/quota",
      action: "read the ZeroGPU quota",
      shape: QUOTA,
      call: options,
    });
  }

  /** Lists the secrets of a Space; values are never returned. */
  getSecrets(
    id: NamespacedId,
    options?: CallOptions,
  ): Call<Readonly<Record<string, SpaceSecret>>> {
    return this.transport.request({
      ...onSpace(id, "list the secrets of", options, "/secrets"),
      shape: SECRETS,
    });
  }

  /** Adds or changes a secret. The Space restarts. */
  setSecret(
    id: NamespacedId,
    secret: KeyValue,
    options?: CallOptions,
  ): Call<void> {
    return this.#key(id, "POST", "secret", secret, options);
  }

  /** Deletes a secret, if it is there. The Space restarts. */
  deleteSecret(
    id: NamespacedId,
    key: string,
    options?: CallOptions,
  ): Call<void> {
    return this.#key(id, "DELETE", "secret", { key }, options);
  }

  /** Lists the variables of a Space. Everybody who sees it can read them. */
  getVariables(
    id: NamespacedId,
    options?: CallOptions,
  ): Call<Readonly<Record<string, SpaceVariable>>> {
    return this.transport.request({
      ...onSpace(id, "list the variables of", options, "/variables"),
      shape: VARIABLES,
    });
  }

  /** Adds or changes a variable. The Space restarts. */
  setVariable(
    id: NamespacedId,
    variable: KeyValue,
    options?: CallOptions,
  ): Call<void> {
    return this.#key(id, "POST", "variable", variable, options);
  }

  /** Deletes a variable, if it is there. The Space restarts. */
  deleteVariable(
    id: NamespacedId,
    key: string,
    options?: CallOptions,
  ): Call<void> {
    return this.#key(id, "DELETE", "variable", { key }, options);
  }

  /** Follows the events of a Space, until the signal ends it. */
  followEvents(
    id: NamespacedId,
    options?: CallOptions,
  ): AsyncGenerator<ServerSentEvent, void, undefined> {
    return follow(
      this.transport,
      onSpace(id, "follow the events of", options, "/events"),
    );
  }

  /** Follows the metrics of a Space, until the signal ends it. */
  followMetrics(
    id: NamespacedId,
    options?: CallOptions,
  ): AsyncGenerator<ServerSentEvent, void, undefined> {
    return follow(
      this.transport,
      onSpace(id, "follow the metrics of", options, "/metrics"),
    );
  }

  #key(
    id: string,
    method: "POST" | "DELETE",
    kind: "secret" | "variable",
    body: Partial<KeyValue> & Pick<KeyValue, "key">,
    options: CallOptions | undefined,
  ): Call<void> {
    const word = method === "POST" ? "set" : "delete";
    const verb = `${word} the ${kind} ${body.key} of`;
    return this.transport.send({
      ...onSpace(id, verb, options, `${method} /${kind}s`),
      body,
      isIdempotent: true,
    });
  }

  #set(
    id: string,
    verb: string,
    action: string,
    body: unknown,
    options: CallOptions | undefined,
  ): Call<SpaceRuntime> {
    return this.transport.request({
      ...onSpace(id, verb, options, `POST /${action}`),
      body,
      shape: RUNTIME,
      isIdempotent: true,
    });
  }
}
