/**
 * The SHA-256 of the programs of Deno that make releases, as `sha256sum` prints
 * them; `deno task pin` writes them.
 *
 * @module
 */

/** The Deno whose programs they are. */
export const pinnedVersion = "2.9.6";

/** A line for each program that is known. */
export const pinnedSums: string = `
bceb5b6a6239b0b010418406d8c77a508f67cf4337d94288f1c19fe71304aab0  deno-x86_64-unknown-linux-gnu
d08d392418df53f4e6e88a08909c0e1bccbf9adcead7232df72b6ad6075ec416  deno-aarch64-unknown-linux-gnu
ec9fbd8e8f5f6ca5ceb0ebe4a564636f2c698bf60e3187460ded400cc0147fd5  deno-x86_64-apple-darwin
b3ac3bd206e48c26026cadd80c1367e96c149f9c66130952382a642b09fa8a71  deno-aarch64-apple-darwin
2ff9493dfa356be2975f477025ea770088e9e9cb2c83d983236d13561b96b7a6  deno-x86_64-pc-windows-msvc
7259fbfaf9fb0d83551b7f85b38b3dc4d7c2c63cf05427b042fbf63bdcb6f778  deno-aarch64-pc-windows-msvc
`;
