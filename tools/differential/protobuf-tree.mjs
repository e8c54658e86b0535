/**
 * Reads a protobuf message without its schema, as a tree of field numbers: enough to compare two servers. What is inside a length-delimited
 * field is guessed: text when it is text, a message when it reads as one, otherwise bytes.
 */

/**
 * @typedef {string | number | { base64: string } | Tree} Value
 * @typedef {{ [number: string]: Value[] }} Tree
 */

const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00]);
const envelopeContent = 2;

/**
 * The tree of an object with Kubernetes' magic before it.
 * @param {Buffer} bytes
 * @returns {Tree | { base64: string }}
 */
export function readObject(bytes) {
  return bytes.subarray(0, magic.length).equals(magic)
    ? readMessage(bytes.subarray(magic.length), envelopeContent)
    : asBytes(bytes);
}

/**
 * The tree of a message.
 * @param {Buffer} bytes
 * @param {number} [message] The field that is a message whatever it looks like.
 * @returns {Tree | { base64: string }}
 */
export function readMessage(bytes, message) {
  const fields = fieldsOf(bytes);
  return fields ? treeOf(fields, message) : asBytes(bytes);
}

/**
 * @param {Map<number, (Buffer | number)[]>} fields
 * @param {number} [message] The field that is a message whatever it looks like.
 * @returns {Tree}
 */
function treeOf(fields, message) {
  const entries = [...fields].map(([number, values]) => [
    String(number),
    values.map((value) => (typeof value === 'number' ? value : readBytes(value, number === message))),
  ]);
  return Object.fromEntries(entries);
}

/**
 * @param {Buffer} bytes
 * @param {boolean} isMessage
 * @returns {Value}
 */
function readBytes(bytes, isMessage) {
  if (bytes.subarray(0, magic.length).equals(magic)) return readObject(bytes);
  return !isMessage && isText(bytes) ? bytes.toString('utf8') : readMessage(bytes);
}

/** @param {Buffer} bytes */
function asBytes(bytes) {
  return { base64: bytes.toString('base64') };
}

/** @param {Buffer} bytes Control characters are what tags and lengths of small messages look like. */
function isText(bytes) {
  const text = bytes.toString('utf8');
  // eslint-disable-next-line no-control-regex
  return !/[\u0000-\u001f\ufffd]/.test(text);
}

/**
 * @param {Buffer} bytes
 * @returns {Map<number, (Buffer | number)[]> | undefined} Undefined when the bytes are no message.
 */
function fieldsOf(bytes) {
  /** @type {Map<number, (Buffer | number)[]>} */
  const fields = new Map();
  const reader = { bytes, at: 0 };
  while (reader.at < bytes.length) {
    const tag = readVarint(reader);
    const value = tag === undefined ? undefined : readValue(reader, tag & 7);
    if (tag === undefined || tag < 8 || value === undefined) return undefined;
    const number = Math.floor(tag / 8);
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
}

/** @typedef {{ bytes: Buffer, at: number }} Reader */

/**
 * @param {Reader} reader
 * @param {number} wireType
 */
function readValue(reader, wireType) {
  if (wireType === 0) return readVarint(reader);
  if (wireType === 1) return take(reader, 8);
  if (wireType === 5) return take(reader, 4);
  if (wireType !== 2) return undefined;
  const length = readVarint(reader);
  return length === undefined ? undefined : take(reader, length);
}

/**
 * @param {Reader} reader
 * @param {number} length
 */
function take(reader, length) {
  if (reader.at + length > reader.bytes.length) return undefined;
  reader.at += length;
  return reader.bytes.subarray(reader.at - length, reader.at);
}

/** @param {Reader} reader */
function readVarint(reader) {
  let value = 0n;
  for (let shift = 0n; shift < 64n; shift += 7n) {
    const byte = reader.bytes[reader.at++];
    if (byte === undefined) return undefined;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return Number(BigInt.asIntN(64, value));
  }
  return undefined;
}
