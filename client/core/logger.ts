/**
 * Telling a logger what the client does.
 *
 * @module
 */

import type { Hooks, Logger, UnreadFieldEvent } from "./options.ts";

/**
 * Hooks that also tell a logger.
 *
 * @param hooks The caller's own hooks.
 * @param logger The logger, if there is one.
 * @returns Hooks that call both.
 */
export function hooksWithLogger(
  hooks: Hooks,
  logger: Logger | undefined,
): Hooks {
  if (logger === undefined) return hooks;
  return {
    onRequest: (event) => {
      logger.debug(`${event.method} ${event.url}`, event);
      hooks.onRequest?.(event);
    },
    onResponse: (event) => {
      const { method, url, status, durationMs } = event;
      logger.debug(`${method} ${url}: ${status} in ${durationMs} ms`, event);
      hooks.onResponse?.(event);
    },
    onRetry: (event) => {
      const { delayMs, error } = event;
      logger.warn(`Retrying in ${delayMs / 1000} s: ${error.message}`, event);
      hooks.onRetry?.(event);
    },
    onWait: (event) => {
      const seconds = Math.ceil(event.delayMs / 1000);
      logger.info(`Waiting ${seconds} s for the rate limit`, event);
      hooks.onWait?.(event);
    },
    onRedirect: (event) => {
      logger.info(`Redirected from ${event.from} to ${event.to}`, event);
      hooks.onRedirect?.(event);
    },
    onWarning: (event) => {
      logger.warn(`Service warning: ${event.message}`, event);
      hooks.onWarning?.(event);
    },
    onUnreadField: (event) => {
      logger.warn(formatUnreadField(event), event);
      hooks.onUnreadField?.(event);
    },
  };
}

/**
 * Formats the event as a log line.
 *
 * @returns The text, with field and request id.
 */
export function formatUnreadField(event: UnreadFieldEvent): string {
  const { method, url, field, reason, lost, requestId } = event;
  const what = lost === undefined
    ? "is ignored"
    : `skips ${lost === field ? "it" : lost}`;
  const id = requestId === undefined ? "" : ` (request ${requestId})`;
  return `${method} ${url}: ${field} ${reason}, and ${what}${id}`;
}
