/** The function, whose answer for an object is made once and kept. */
export function kept<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const answers = new WeakMap<K, readonly [V]>();
  return (key) => {
    let answer = answers.get(key);
    if (answer === undefined) answers.set(key, answer = [make(key)]);
    return answer[0];
  };
}
