/**
 * Requests that random changes have broken.
 *
 * @module
 */
import type { Method } from "../../proto/service.ts";
import type { Random } from "./random_values.ts";
import { encodeText } from "./text.ts";

/**
 * A request about `lab_thing` that has this value wherever it has one, and of
 * which a few bytes are cut, overwritten, repeated or inserted.
 */
export function corruptRequest(
  method: Method<object, object>,
  value: { readonly msgpack: Uint8Array },
  random: Random,
): Uint8Array {
  // Every field that any request has, by their usual names.
  const all = {
    typeName: "lab_thing",
    config: value,
    priorState: value,
    proposedNewState: value,
    currentState: value,
    plannedState: value,
    state: value,
    private: encodeText("{}"),
    priorPrivate: encodeText("{}"),
    plannedPrivate: encodeText("{}"),
    rawState: { json: encodeText('{"text":"x","nested":[]}') },
    id: "x",
    name: "join",
  };
  return corrupt(method.request.encode(all).finish(), random);
}

function corrupt(bytes: Uint8Array, random: Random) {
  const all = [...bytes];
  for (let times = 1 + random.below(4); times > 0; times--) {
    const at = random.below(all.length + 1);
    switch (random.below(4)) {
      case 0:
        all.splice(at);
        break;
      case 1:
        all.splice(at, 1, random.below(256));
        break;
      case 2:
        all.splice(at, random.below(8));
        break;
      default:
        all.splice(
          at,
          0,
          ...all.slice(at, at + random.below(16)),
          random.below(256),
        );
    }
  }
  return Uint8Array.from(all);
}
