/**
 * A protobuf message taken apart without knowing its type: the bytes of each delimited field, by number. Enough to look into a document.
 */
export function wireFields(bytes: Uint8Array): Map<number, Buffer[]> {
  const source = Buffer.from(bytes);
  const found = new Map<number, Buffer[]>();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = source[at++] ?? 0;
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < source.length) {
    const tag = varint();
    const [number, wire] = [Math.floor(tag / 8), tag % 8];
    if (wire === 0) varint();
    else if (wire === 1) at += 8;
    else {
      const length = varint();
      found.set(number, [...(found.get(number) ?? []), source.subarray(at, (at += length))]);
    }
  }
  return found;
}

/** The schemas of an OpenAPI v2 document in protobuf: their names, the names of their properties, and the texts of their extensions. */
export function definitionsIn(document: Uint8Array): Map<string, { properties: string[]; extensions: string[] }> {
  const named = (bytes: Buffer): [string, Buffer] => {
    const fields = wireFields(bytes);
    return [String(fields.get(1)?.[0] ?? ''), fields.get(2)?.[0] ?? Buffer.alloc(0)];
  };
  const each = (bytes: Buffer | undefined, number: number) => (bytes ? (wireFields(bytes).get(number) ?? []) : []);
  return new Map(
    each(wireFields(document).get(9)?.[0], 1)
      .map(named)
      .map(([name, schema]) => [
        name,
        {
          properties: each(each(schema, 25)[0], 1).map((property) => named(property)[0]),
          extensions: each(schema, 31).map((extension) => named(extension)[0]),
        },
      ]),
  );
}
