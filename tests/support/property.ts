import { Random } from "./random_values.ts";

/** Checks one random case. `size` is 0 for the smallest, up to 3. */
export type PropertyCheck = (
  random: Random,
  size: number,
) => void | Promise<void>;

/** The sizes of random cases, the smallest first. */
const sizes = [0, 1, 2, 3];

/** The number of smaller cases that are tried to find one that fails too. */
const shrinkTries = 500;

/**
 * Defines a test that checks `times` random cases. If one fails, smaller ones
 * are tried, and the smallest that fails is reported with the seed and the
 * size that repeat it: `SEED=1:0`. `SEED=random` checks other cases.
 */
export function property(
  name: string,
  times: number,
  check: PropertyCheck,
): void {
  Deno.test(name, async () => {
    const [seed, size] = (Deno.env.get("SEED") ?? "").split(":");
    if (size !== undefined) {
      await check(new Random(Number(seed)), Number(size));
      return;
    }
    const seeds = Random.ofEnvironment();
    for (let i = 0; i < times; i++) {
      const failure = await attempt(check, seeds, Math.floor(i / times * 4));
      if (failure !== undefined) {
        throw await smallest(check, seeds, failure);
      }
    }
  });
}

interface Failure {
  readonly seed: number;
  readonly size: number;
  readonly error: unknown;
}

async function attempt(
  check: PropertyCheck,
  seeds: Random,
  size: number,
): Promise<Failure | undefined> {
  const random = new Random(seeds.below(2 ** 32));
  try {
    await check(random, size);
    return undefined;
  } catch (error) {
    return { seed: random.seed, size, error };
  }
}

async function smallest(
  check: PropertyCheck,
  seeds: Random,
  failure: Failure,
): Promise<Error> {
  let found = failure;
  for (const size of sizes.filter((size) => size < failure.size)) {
    for (let i = 0; i < shrinkTries && found.size > size; i++) {
      found = await attempt(check, seeds, size) ?? found;
    }
  }
  return new Error(
    `A random case fails; repeat it with SEED=${found.seed}:${found.size}`,
    { cause: found.error },
  );
}
