/**
 * What a Space runs with: secrets and variables.
 *
 * @module
 */

import type { CallOptions } from "./options.ts";
import { onSpace } from "./repo_request.ts";
import type { KeyValue } from "./repo_types.ts";
import { SpaceObservation } from "./space_observation.ts";
import type { Shape } from "./shape.ts";
import type { SpaceSecret, SpaceVariable } from "./space_types.ts";
import type { Transport } from "./transport.ts";

const SECRETS: Shape<Readonly<Record<string, SpaceSecret>>> = {
  "*": { description: "string?", updatedAt: "string?" },
};
const VARIABLES: Shape<Readonly<Record<string, SpaceVariable>>> = {
  "*": { value: "string", description: "string?", updatedAt: "string?" },
};

/** Secrets and variables of Spaces. */
export class SpaceEnvironment extends SpaceObservation {
  readonly #transport: Transport;

  /**
   * Makes the area; {@linkcode HuggingFace} does.
   *
   * @param transport Sends its requests.
   */
  constructor(transport: Transport) {
    super(transport);
    this.#transport = transport;
  }

  /**
   * Lists the secrets of a Space; values are never returned.
   *
   * @param id `namespace/name`.
   * @param call The settings of the call.
   * @returns The secrets by key.
   */
  secrets(
    id: string,
    call: CallOptions = {},
  ): Promise<Readonly<Record<string, SpaceSecret>>> {
    return this.#transport.request<Record<string, SpaceSecret>>({
      ...onSpace(id, "list the secrets of", "/secrets"),
      method: "GET",
      shape: SECRETS,
      call,
    });
  }

  /**
   * Adds or changes a secret. The Space restarts.
   *
   * @param id `namespace/name`.
   * @param secret Key and value.
   * @param call The settings of the call.
   */
  setSecret(
    id: string,
    secret: KeyValue,
    call: CallOptions = {},
  ): Promise<void> {
    return this.#key(id, "POST", "secret", secret, call);
  }

  /**
   * Deletes a secret; one that is not there is no error. The Space restarts.
   *
   * @param id `namespace/name`.
   * @param key Its key.
   * @param call The settings of the call.
   */
  deleteSecret(
    id: string,
    key: string,
    call: CallOptions = {},
  ): Promise<void> {
    return this.#key(id, "DELETE", "secret", { key }, call);
  }

  /**
   * Lists the variables of a Space. Everybody who sees it can read them.
   *
   * @param id `namespace/name`.
   * @param call The settings of the call.
   * @returns The variables by key.
   */
  variables(
    id: string,
    call: CallOptions = {},
  ): Promise<Readonly<Record<string, SpaceVariable>>> {
    return this.#transport.request<Record<string, SpaceVariable>>({
      ...onSpace(id, "list the variables of", "/variables"),
      method: "GET",
      shape: VARIABLES,
      call,
    });
  }

  /**
   * Adds or changes a variable. The Space restarts.
   *
   * @param id `namespace/name`.
   * @param variable Key and value.
   * @param call The settings of the call.
   */
  setVariable(
    id: string,
    variable: KeyValue,
    call: CallOptions = {},
  ): Promise<void> {
    return this.#key(id, "POST", "variable", variable, call);
  }

  /**
   * Deletes a variable; one that is not there is no error. The Space restarts.
   *
   * @param id `namespace/name`.
   * @param key Its key.
   * @param call The settings of the call.
   */
  deleteVariable(
    id: string,
    key: string,
    call: CallOptions = {},
  ): Promise<void> {
    return this.#key(id, "DELETE", "variable", { key }, call);
  }

  #key(
    id: string,
    method: "POST" | "DELETE",
    kind: "secret" | "variable",
    body: Partial<KeyValue> & Pick<KeyValue, "key">,
    call: CallOptions,
  ): Promise<void> {
    const verb = `${method === "POST" ? "set" : "delete"} the ${kind} ` +
      `${body.key} of`;
    return this.#transport.send({
      ...onSpace(id, verb, `/${kind}s`),
      method,
      body,
      isIdempotent: true,
      call,
    });
  }
}
