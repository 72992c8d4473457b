import { MsgpackWriter } from "./msgpack_writer.ts";
import {
  attributeNames,
  attributeType,
  type ObjectType,
  type Type,
} from "./type.ts";

/** An attribute of an object type, ready for reading and writing msgpack. */
export interface AttributeLayout {
  /** The name. */
  readonly name: string;
  /** The type. */
  readonly type: Type;
  /** The name as msgpack text. */
  readonly encoded: Uint8Array;
}

const layouts = new WeakMap<ObjectType, readonly AttributeLayout[]>();

/** The attributes of an object type in the order in which they are written. */
export function layoutOf(type: ObjectType): readonly AttributeLayout[] {
  let layout = layouts.get(type);
  if (layout === undefined) {
    layout = attributeNames(type).map((name) => {
      const writer = new MsgpackWriter(name.length * 3 + 5);
      writer.text(name);
      return {
        name,
        type: attributeType(type, name),
        encoded: writer.finish(),
      };
    });
    layouts.set(type, layout);
  }
  return layout;
}
