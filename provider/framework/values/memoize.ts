/** The function, which computes its result for an object only once. */
export function memoize<K extends object, V>(
  compute: (key: K) => V,
): (key: K) => V {
  const results = new WeakMap<K, readonly [V]>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) results.set(key, result = [compute(key)]);
    return result[0];
  };
}
