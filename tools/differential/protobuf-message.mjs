/**
 * Writes protobuf messages for requests: just enough to say `{ 1: 'name', 4: { 1: 'a', 2: 'b' } }`. It knows no schema, so that it cannot share
 * a mistake with the codec that reads its output.
 */

/**
 * @typedef {string | number | boolean | Uint8Array | Fields} Field
 * @typedef {{ [number: number]: Field | Field[] }} Fields By field number; a list is a repeated field.
 *
 * @typedef {object} ProtobufObject
 * @property {string} apiVersion
 * @property {string} kind
 * @property {Fields} fields
 */

const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

/**
 * The bytes of an object as Kubernetes sends them: four bytes of magic, then the envelope with type and content.
 * @param {ProtobufObject} object
 */
export function encodeObject({ apiVersion, kind, fields }) {
  return Buffer.concat([magic, encodeMessage({ 1: { 1: apiVersion, 2: kind }, 2: encodeMessage(fields) })]);
}

/**
 * @param {Fields} fields
 * @returns {Buffer}
 */
export function encodeMessage(fields) {
  return Buffer.concat(
    Object.entries(fields).flatMap(([number, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => encodeField(Number(number), each)),
    ),
  );
}

/**
 * @param {number} number
 * @param {Field} value
 */
function encodeField(number, value) {
  if (typeof value === 'number' || typeof value === 'boolean')
    return Buffer.concat([varint(number * 8), varint(Number(value))]);
  const content =
    typeof value === 'string' ? Buffer.from(value) : value instanceof Uint8Array ? value : encodeMessage(value);
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
}

/** @param {number} value */
function varint(value) {
  const out = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 0x80n; rest >>= 7n) out.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...out, Number(rest)]);
}
