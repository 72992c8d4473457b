/**
 * Webhooks: requests and jobs that changes on the Hub start.
 *
 * Facts: the Hub's OpenAPI document. Webhooks belong to users, not to
 * organizations, and are deleted with the account.
 *
 * @module
 */

import { ApiResource } from "./core/api_resource.ts";
import { type List, wholeList } from "./core/pages.ts";
import type { Call } from "./core/call.ts";
import type { OpenEnum } from "./core/open_enum.ts";
import { COMMAND } from "./jobs/shapes.ts";
import type { JobDetails, JobSpec } from "./jobs/types.ts";
import type { CallOptions } from "./core/options.ts";
import {
  type RequestArgs,
  requestFor,
  type RequestOptions,
} from "./core/request.ts";
import type { Shape } from "./core/shape.ts";
import { path } from "./core/url.ts";

/** An item that a webhook watches: a repository, or all those of an account. */
export interface WatchedItem {
  /** The type of the item. */
  readonly type: OpenEnum<
    "model" | "dataset" | "space" | "bucket" | "kernel" | "user" | "org"
  >;
  /** `namespace/name` of a repository, or the account's name. */
  readonly name: string;
}

/** A domain of events. */
export type WebhookDomain = OpenEnum<"repo" | "discussion">;

/** A webhook, as it is sent. An update always gives it whole. */
export interface WebhookBody {
  /** The watched items, at least one; any public repository may be. */
  readonly watched: readonly WatchedItem[];
  /** The event domains, at least one. */
  readonly domains: readonly WebhookDomain[];
  /** The URL that events are sent to; this, `job` or `jobSourceId`. */
  readonly url?: string | undefined;
  /** The job that an event starts. */
  readonly job?: JobSpec | undefined;
  /** The job of which an event starts a copy, without its secrets. */
  readonly jobSourceId?: string | undefined;
  /** Printable ASCII; sent along as `X-Webhook-Secret`, never returned. */
  readonly secret?: string | undefined;
  /**
   * Secrets of the copy of `jobSourceId`: those that are listed replace, `""`
   * removes one, others stay.
   */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}

/** The job of a webhook, as far as it can be read. */
export interface WebhookJob extends
  Pick<
    JobDetails,
    | "flavor"
    | "dockerImage"
    | "spaceId"
    | "command"
    | "arguments"
    | "environment"
    | "secrets"
    | "labels"
  > {
  /** Seconds until it is stopped; null for the service's default. */
  readonly timeoutSeconds?: number | null;
}

/** A webhook, as it is read. */
export interface Webhook {
  /** Its id, 24 hex digits. */
  readonly id: string;
  /** The URL that events are sent to. */
  readonly url?: string | null;
  /** The job that an event starts. */
  readonly job?: WebhookJob | null;
  /** The job of which an event starts a copy. */
  readonly jobSourceId?: string | null;
  /**
   * Whether it is switched off; `suspended-after-failure` if the service did
   * that because too many requests failed.
   */
  readonly disabled?: boolean | OpenEnum<"suspended-after-failure">;
  /** The watched items. */
  readonly watched?: readonly WatchedItem[];
  /** The event domains. */
  readonly domains?: readonly WebhookDomain[];
  /** Whether it has a secret; the secret cannot be read. */
  readonly hasSecret?: boolean;
  /** The time of the last event, RFC 3339. */
  readonly lastTriggerAt?: string;
}

const WEBHOOK: Shape<Webhook> = {
  id: "name!",
  url: "string|null",
  job: { "?": null, ...COMMAND, timeoutSeconds: "number|null" },
  jobSourceId: "string|null",
  disabled: true,
  watched: [{ type: "string!", name: "string!" }, "?"],
  domains: ["string!", "?"],
  hasSecret: "boolean",
  lastTriggerAt: "string?",
};

/** The webhooks of the token's user. */
export class Webhooks extends ApiResource {
  /** Lists the webhooks; the service does not cut the list into pages. */
  list(options?: CallOptions): List<Webhook> {
    return wholeList(this.transport, {
      path: "/api/settings/webhooks",
      action: "list the webhooks",
      shape: [WEBHOOK],
      call: options,
    });
  }

  /** Makes a webhook, switched on. */
  create(body: WebhookBody, options?: CallOptions): Call<Webhook> {
    return this.#one({
      method: "POST",
      path: "/api/settings/webhooks",
      action: "create the webhook",
      body,
      call: options,
    });
  }

  /** Reads a webhook, without its secret. */
  get(id: string, options?: CallOptions): Call<Webhook> {
    return this.#one({ ...onWebhook(id, "read", options) });
  }

  /**
   * Changes a webhook. It is not known whether the service keeps a secret that
   * is left out: send it every time.
   */
  update(id: string, body: WebhookBody, options?: CallOptions): Call<Webhook> {
    return this.#one({
      ...onWebhook(id, "update", options, "POST"),
      isIdempotent: true,
      body,
    });
  }

  /** Deletes a webhook. */
  delete(id: string, options?: CallOptions): Call<void> {
    return this.transport.delete(onWebhook(id, "delete", options));
  }

  /** Switches a webhook on, one that the service suspended too. */
  enable(id: string, options?: CallOptions): Call<Webhook> {
    return this.#switch(id, "enable", options);
  }

  /** Switches a webhook off. */
  disable(id: string, options?: CallOptions): Call<Webhook> {
    return this.#switch(id, "disable", options);
  }

  /**
   * Sends an event of the log once more. No route lists the log: its page in
   * the settings shows the ids.
   *
   * @returns The HTTP status that the webhook's target answered with.
   * @throws {NotFoundError} If there is no such webhook or event.
   */
  replay(id: string, logId: string, options?: CallOptions): Call<number> {
    const at = path`POST /replay/${logId}`;
    return this.transport.request<{ readonly status: number }>({
      ...onWebhook(id, `replay the event ${logId} of`, options, at),
      shape: { status: "number!" },
    }).map(({ status }) => status);
  }

  #switch(
    id: string,
    verb: "enable" | "disable",
    options: CallOptions | undefined,
  ): Call<Webhook> {
    return this.#one({
      ...onWebhook(id, verb, options, `POST /${verb}`),
      isIdempotent: true,
    });
  }

  #one(options: RequestOptions): Call<Webhook> {
    return this.transport.request<{ readonly webhook: Webhook }>({
      ...options,
      shape: { webhook: WEBHOOK },
    }).map(({ webhook }) => webhook);
  }
}

function onWebhook(id: string, ...args: RequestArgs): RequestOptions {
  return requestFor(
    `the webhook ${id}`,
    path`/api/settings/webhooks/${id}`,
    ...args,
  );
}
