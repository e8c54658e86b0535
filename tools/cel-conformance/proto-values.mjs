/**
 * Values and types between the protocol buffers of the conformance cases and our engine; values are compared as text.
 */
import {
  Double,
  Duration,
  ListValue,
  listType,
  MapValue,
  mapType,
  NamedFormat,
  Optional,
  printDouble,
  printType,
  Timestamp,
  TypeValue,
  types,
  typeParameter,
  typeType,
  optionalType,
  opaqueType,
  Uint,
} from '@reeve/cel';
import { quote } from '@reeve/machinery';

/** @typedef {import('@reeve/cel').Value} Value */
/** @typedef {import('@reeve/cel').Type} Type */
/** @typedef {NonNullable<NonNullable<import('@bufbuild/cel-spec/testdata/tests.js').IncrementalTest['original']>>} Case */
/** @typedef {Extract<Case['resultMatcher'], { case: 'value' }>['value']} ProtoValue */
/** @typedef {NonNullable<Extract<Case['resultMatcher'], { case: 'typedResult' }>['value']['deducedType']>} ProtoType */

/**
 * Our value of a case's.
 * @param {ProtoValue | undefined} proto
 * @returns {Value}
 */
export function valueOfProto(proto) {
  const kind = proto?.kind;
  switch (kind?.case) {
    case 'nullValue':
      return null;
    case 'boolValue':
    case 'stringValue':
      return kind.value;
    case 'int64Value':
      return intOf(kind.value);
    case 'uint64Value':
      return new Uint(intOf(kind.value));
    case 'doubleValue':
      return new Double(kind.value);
    case 'bytesValue':
      return Uint8Array.from(Object.values(kind.value));
    case 'listValue':
      return ListValue.of(kind.value.values.map((value) => valueOfProto(value)));
    case 'mapValue':
      return MapValue.of(
        kind.value.entries.map(({ key, value }) => /** @type {const} */ ([valueOfProto(key), valueOfProto(value)])),
      );
    case 'typeValue':
      return new TypeValue(kind.value);
    case 'objectValue':
      return wellKnownValue(kind.value);
    default:
      throw new TypeError(`there is no value of ${JSON.stringify(proto)}`);
  }
}

/** @param {bigint | string | number} value */
function intOf(value) {
  const integer = BigInt(value);
  return BigInt(Number(integer)) === integer && Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
}

/**
 * Durations and timestamps: both are messages of seconds and nanoseconds.
 * @param {{ typeUrl: string, value: Uint8Array }} any
 * @returns {Value}
 */
function wellKnownValue({ typeUrl, value }) {
  const [seconds = 0n, nanos = 0n] = varints(Uint8Array.from(Object.values(value)));
  if (typeUrl.endsWith('google.protobuf.Duration')) return Duration.of(seconds * 1_000_000_000n + nanos);
  if (typeUrl.endsWith('google.protobuf.Timestamp')) return Timestamp.of(Number(seconds), Number(nanos));
  throw new TypeError(`there is no value of type ${typeUrl}`);
}

/**
 * The fields 1 and 2 of a message that has integers only.
 * @param {Uint8Array} bytes
 */
function varints(bytes) {
  /** @type {bigint[]} */
  const fields = [];
  for (let at = 0; at < bytes.length;) {
    const field = (bytes[at++] ?? 0) >> 3;
    let [value, shift] = [0n, 0n];
    for (let more = true; more; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      more = byte > 127;
    }
    fields[field - 1] = BigInt.asIntN(64, value);
  }
  return fields;
}

/**
 * The text of a case's value.
 * @param {ProtoValue} proto
 */
export function printedProtoValue(proto) {
  return printed(valueOfProto(proto));
}

/**
 * A value as text, by which it can be told from every other one.
 * @param {Value} value
 * @returns {string}
 */
export function printed(value) {
  if (value === null) return 'null';
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Double) return `double ${printDouble(value.value)}`;
  if (value instanceof Uint) return `${value.value}u`;
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  if (value instanceof Duration) return `duration ${value.nanos}`;
  if (value instanceof Timestamp) return `timestamp ${value.seconds}.${String(value.nanos).padStart(9, '0')}`;
  if (value instanceof ListValue) return `[${Array.from(value, printed).join(', ')}]`;
  if (value instanceof TypeValue) return `type ${value.name}`;
  if (value instanceof Optional) return value.value === undefined ? 'none' : `optional ${printed(value.value)}`;
  if (value instanceof NamedFormat) return `${value.type.name} ${value.name}`;
  // oxlint-disable-next-line typescript/no-base-to-string -- values of libraries have texts of their own
  if (!(value instanceof MapValue)) return `${'type' in value ? `${value.type.name} ` : ''}${String(value)}`;
  const entries = Array.from(value.entries(), ([key, entry]) => `${printed(key)}: ${printed(entry)}`);
  return `{${entries.toSorted().join(', ')}}`;
}

const primitives = [types.dyn, types.bool, types.int, types.uint, types.double, types.string, types.bytes];
const wellKnown = [types.dyn, types.dyn, types.timestamp, types.duration];

/**
 * Our type of a case's.
 * @param {ProtoType | undefined} proto
 * @returns {Type}
 */
export function typeOfProto(proto) {
  const kind = proto?.typeKind;
  switch (kind?.case) {
    case 'null':
      return types.null;
    case 'primitive':
      return primitives[kind.value] ?? types.dyn;
    case 'wellKnown':
      return wellKnown[kind.value] ?? types.dyn;
    case 'listType':
      return listType(typeOfProto(kind.value.elemType));
    case 'mapType':
      return mapType(typeOfProto(kind.value.keyType), typeOfProto(kind.value.valueType));
    case 'type':
      return typeType(typeOfProto(kind.value));
    case 'typeParam':
      return typeParameter(kind.value);
    case 'abstractType': {
      const parameters = kind.value.parameterTypes.map((parameter) => typeOfProto(parameter));
      if (kind.value.name === 'optional_type') return optionalType(parameters[0] ?? types.dyn);
      return opaqueType(kind.value.name, ...parameters);
    }
    default:
      return types.dyn;
  }
}

/** @param {ProtoType} proto */
export function printedProtoType(proto) {
  return printType(typeOfProto(proto));
}

/**
 * A function that a case declares and never calls.
 * @param {string} name
 * @param {{ overloads: readonly { overloadId: string, params: readonly ProtoType[], resultType?: ProtoType | undefined, isInstanceFunction: boolean }[] }} proto
 * @returns {import('@reeve/cel').FunctionDeclaration}
 */
export function functionOfProto(name, { overloads }) {
  return {
    name,
    overloads: overloads.map(({ overloadId, params, resultType, isInstanceFunction }) => ({
      id: overloadId,
      isMember: isInstanceFunction,
      parameters: params.map((type) => typeOfProto(type)),
      result: typeOfProto(resultType),
      evaluate: () => {
        throw new TypeError(`${name} is only declared`);
      },
    })),
  };
}
