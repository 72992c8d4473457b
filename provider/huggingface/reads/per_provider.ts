import type { HuggingFace } from "@hf-terraform/client";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { SharedReads } from "./shared_reads.ts";

/** Gives a configured provider's own instance, created when first needed. */
export type PerProvider<T> = (provider: HuggingFaceProvider) => T;

/** An instance per provider; one that can `forget` does so after every write. */
export function perProvider<T extends object>(
  create: (provider: HuggingFaceProvider) => T,
): PerProvider<T> {
  const instances = new WeakMap<HuggingFaceProvider, T>();
  return (provider) => {
    const known = instances.get(provider);
    if (known !== undefined) return known;
    const created = create(provider);
    instances.set(provider, created);
    if (canForget(created)) provider.onWrite(() => created.forget());
    return created;
  };
}

function canForget(reader: object): reader is { forget(): void } {
  return "forget" in reader;
}

/** A list of something, such as a Space, which all who read one of its items share. */
export function sharedList<T, K = string>(
  list: (client: HuggingFace, of: K) => Promise<T>,
) {
  return perProvider((provider) => {
    const reads = new SharedReads<T>();
    return {
      get: (of: K, signal: AbortSignal) => {
        const read = async () => list(await provider.client(), of);
        return reads.get(JSON.stringify(of), read, signal);
      },
      forget: () => reads.forget(),
    };
  });
}
