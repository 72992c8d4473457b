/**
 * Answers that never change, by the names of their RPCs in protocol 6, in
 * base64. `deno task build` makes them of the definitions and puts them into
 * the bundle; from a checkout there are none, and they are made when asked for.
 */
export const answers: Readonly<Record<string, string>> = {};
