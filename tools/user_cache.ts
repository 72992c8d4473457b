/**
 * Where things are kept that are downloaded once.
 *
 * @module
 */
import { userCache as cacheOf } from "../provider/framework/system/files.ts";

/** The folder for us in the user's cache, without a slash at its end. */
export function userCache(): string {
  return cacheOf("terraform-provider-huggingface");
}
