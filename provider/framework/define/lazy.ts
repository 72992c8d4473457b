/**
 * Definitions that are loaded when they are first needed, so that a command
 * that uses one resource loads the code of one.
 *
 * @module
 */

/** Definition with a type name. */
export interface NamedDefinition {
  /** The full type name, such as `example_thing`. */
  readonly typeName: string;
}

/** Source of the definition of a type. */
export interface Lazy<T extends NamedDefinition> {
  /** The type name; that of the definition. */
  readonly typeName: string;
  /** Loads the definition, such as by `import()`. Called at the first need. */
  readonly load: () => Promise<T>;
}

/** A definition, or where it is loaded from. */
export type Loadable<T extends NamedDefinition> = T | Lazy<T>;

/** Whether a definition is still to be loaded. */
export function isLazy<T extends NamedDefinition>(
  item: Loadable<T>,
): item is Lazy<T> {
  return "load" in item;
}

/**
 * Loads a definition.
 *
 * @throws {Error} If it cannot be loaded, or defines another type.
 */
export async function loadDefinition<T extends NamedDefinition>(
  item: Loadable<T>,
): Promise<T> {
  if (!isLazy(item)) return item;
  const definition = await item.load();
  if (definition.typeName === item.typeName) return definition;
  throw new Error(
    `Cannot load ${item.typeName}: what was loaded defines ` +
      `${definition.typeName}, the name to list it by`,
  );
}

/** The definitions of one kind by their type names. */
export class Definitions<T extends NamedDefinition> {
  /** The kind as messages call it, such as `data source`. */
  readonly kind: string;
  readonly #items: Map<string, Loadable<T>>;

  constructor(kind: string, items: readonly Loadable<T>[]) {
    this.kind = kind;
    this.#items = new Map(items.map((item) => [item.typeName, item]));
  }

  /** The definition of that type; undefined: none, or it is not loaded. */
  get(typeName: string): T | undefined {
    const item = this.#items.get(typeName);
    return item === undefined || isLazy(item) ? undefined : item;
  }

  /**
   * Loads the definition of that type, if there is one.
   *
   * @throws {Error} See {@linkcode loadDefinition}.
   */
  async load(typeName: string): Promise<T | undefined> {
    const item = this.#items.get(typeName);
    const definition = item && await loadDefinition(item);
    if (definition !== undefined) this.#items.set(typeName, definition);
    return definition;
  }
}
