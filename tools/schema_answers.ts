/**
 * Writes the module of answers that `deno task build` puts into the bundle, into
 * the file that is its argument. A process of its own, so that a build always
 * sees the sources as they are now.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { makeService } from "../provider/framework/rpc/make_service.ts";
import { provider } from "../provider/huggingface/provider.ts";

const service = await makeService(provider, 6);
const { signal } = new AbortController();
const answers: Record<string, string> = {};
for (const name of ["GetProviderSchema", "GetResourceIdentitySchemas"]) {
  const bytes = await service.unary[name]?.(new Uint8Array(), { signal });
  if (bytes === undefined) throw new Error(`There is no RPC ${name}`);
  answers[name] = Buffer.from(bytes).toString("base64");
}
const [output] = Deno.args;
if (output === undefined) throw new Error("Which file is to be written?");
const text = JSON.stringify(answers);
await Deno.writeTextFile(output, `export const answers=${text};\n`);
