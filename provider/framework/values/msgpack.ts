export { encodeMsgpack } from "./msgpack_encode.ts";
export { decodeMsgpack } from "./msgpack_decode.ts";
