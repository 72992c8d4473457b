import { isAbsolute, join } from "node:path";
import {
  maskSecret,
  readTextFile,
  UnreadableFile,
} from "@hf-terraform/framework";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A token, and where it was found, as messages name it. */
export interface FoundToken {
  readonly token: string;
  /** Its source, such as "the environment variable `HF_TOKEN`". */
  readonly source: string;
}

const variables = ["HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"];

/** Masks the tokens of the environment, also before any of them is used. */
export function maskTokens(env: Environment): void {
  for (const name of variables) maskToken(cleaned(env[name]));
}

/** The token that `hf` would use, masked from then on; undefined: none. */
export async function findToken(
  env: Environment,
  read = (path: string) => readTextFile(path, { isOwn: true }),
): Promise<FoundToken | undefined> {
  for (const name of variables) {
    const token = cleaned(env[name]);
    if (token !== "") {
      maskToken(token);
      return { token, source: `the environment variable \`${name}\`` };
    }
  }
  const path = tokenFile(env);
  if (path === undefined) return undefined;
  const text = await read(path).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile)) return undefined;
    throw new Error(`The token file ${error.message}. Set \`HF_TOKEN\`.`);
  });
  const token = cleaned(text);
  maskToken(token);
  return token === ""
    ? undefined
    : { token, source: `the file \`${path}\` of \`hf auth login\`` };
}

/** Masks a token, also in the small letters of a host; `$HF_TOKEN` is none. */
export function maskToken(token: string): void {
  if (variables.includes(token.replace(/\W/g, ""))) return;
  for (const text of [token, token.toLowerCase()]) {
    maskSecret(text, { isToken: true });
  }
}

/** The file of `hf auth login`; none by a relative path, which others may own. */
export function tokenFile(env: Environment): string | undefined {
  const home = env.HOME || env.USERPROFILE;
  const cache = env.XDG_CACHE_HOME || home && join(home, ".cache");
  const folder = env.HF_HOME || cache && join(cache, "huggingface");
  const path = env.HF_TOKEN_PATH || folder && join(folder, "token");
  return path && isAbsolute(path) ? path : undefined;
}

function cleaned(text: string | undefined): string {
  return (text ?? "").replace(/\s+/g, "");
}
