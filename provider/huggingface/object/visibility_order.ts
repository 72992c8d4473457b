/**
 * Opening of an object: its restrictions are in force before anybody else can
 * see it. It is created closed, gets what its create does not take, and is
 * opened last. A step that fails leaves it closed, with a warning and a plan.
 *
 * @module
 */

import type { Table } from "@hf-terraform/framework/binding";
import { afterCreate } from "./after_create.ts";
import { quoteNames } from "./create.ts";
import type { RemoteObject } from "./remote_object.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The fields of the API's JSON that set the visibility of an object. */
export interface VisibilityFields {
  /** The field that opens it, such as `visibility`. */
  readonly by: string;
  /** The value of that field with which only its owners see it. */
  readonly closed: unknown;
  /** Fields that no create takes, with a new object's value, if known. */
  readonly later?: Fields;
  /** The condition until it opens; default: nobody else sees it. */
  readonly meanwhile?: string;
}

type Send<B> = (settings: Partial<B>, signal: AbortSignal) => Promise<unknown>;

/** A create in two steps: a closed object first, its visibility last. */
export interface CreateSteps<B> {
  /** The body of the create request: closed, if something has to come before. */
  readonly creation: B;
  /** Sends what the create did not take; returns what was not sent either. */
  complete(send: Send<B>): Promise<Partial<B>>;
}

/** Splits the body of a create into a closed object and what opens it last. */
export function planCreate<B extends object>(
  body: B,
  opening: VisibilityFields = { by: "", closed: undefined },
  { object, table, notSent }: {
    readonly object: RemoteObject;
    readonly table: Table;
    notSent(part: Partial<B>): void;
  },
): CreateSteps<B> {
  const { later = {}, meanwhile = "nobody else sees it" } = opening;
  const isLater = ([name, value]: [string, unknown]) =>
    Object.hasOwn(later, name) && value !== later[name];
  const settings = Object.fromEntries(Object.entries(body).filter(isLater));
  const first = Object.fromEntries(
    Object.entries(body).filter(([name]) => !Object.hasOwn(later, name)),
  );
  const { [opening.by]: open = opening.closed } = first;
  const isClosed = open === opening.closed ||
    Object.keys(settings).length === 0;
  const last = isClosed ? {} : { [opening.by]: open };
  return {
    // The fields are those of the body.
    creation:
      (isClosed ? first : { ...first, [opening.by]: opening.closed }) as B,
    async complete(send) {
      const steps = [settings, last].filter((step) =>
        Object.keys(step).length > 0
      );
      for (const [i, step] of steps.entries()) {
        const left = Object.assign({}, ...steps.slice(i)) as Partial<B>;
        const names = table.filter(({ names, binding: { write = [] } }) =>
          names.length === 1 && Object.hasOwn(left, write[0] ?? "")
        ).map(({ path }) => path);
        const missing = `Not in force yet: ${quoteNames(names)}.` +
          (isClosed ? "" : ` Until it is, ${meanwhile}.`);
        const isDone = await afterCreate(object, async (signal) => {
          await send(step as Partial<B>, signal);
          return true;
        }, missing);
        if (isDone !== undefined) continue;
        notSent(left);
        return left;
      }
      return {};
    },
  };
}

/** Sends changes of an object, and what opens it last. */
export async function changeInOrder<B extends object>(
  body: B | undefined,
  { by, closed }: VisibilityFields,
  send: (settings: Partial<B>) => Promise<unknown>,
  /** Makes the changes that have routes of their own. */
  between?: () => Promise<unknown>,
): Promise<void> {
  const { [by]: open = closed, ...others }: Fields = { ...body };
  const isOpened = open !== closed;
  // The fields are those of the body.
  const first = (isOpened ? others : { ...body }) as Partial<B>;
  if (Object.keys(first).length > 0) await send(first);
  await between?.();
  if (isOpened) await send({ [by]: open } as Partial<B>);
}
