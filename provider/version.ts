/** The version of the provider, the same as in `deno.json`. */
export const version = "0.1.0";
