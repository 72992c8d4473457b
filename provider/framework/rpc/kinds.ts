/**
 * The kinds of definitions, each with what a method that is about it has in its
 * name, of which the first counts, and the key of its types in logs.
 */
export const kinds = {
  ephemeralResources: [/Ephemeral/, "tf_ephemeral_resource_type"],
  dataSources: [/Data/, "tf_data_source_type"],
  listResources: [/ListResource/, "tf_list_resource_type"],
  actions: [/Action/, "tf_action_type"],
  functions: [/Function/, "tf_function_name"],
  resources: [/Resource/, "tf_resource_type"],
} as const;

export type Kind = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as readonly Kind[];

/** The kind that a method is about; undefined: the provider. */
export function kindOf(method: string): Kind | undefined {
  return kindNames.find((kind) => kinds[kind][0].test(method));
}
