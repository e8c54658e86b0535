import { isDeepStrictEqual } from 'node:util';
import { mayHaveBigInteger, parseJson, parseJsonWithNotes, setOwn, stringifyJson } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson, ordinaryJson } from './json-arbitrary.ts';

const invalid = expect.objectContaining({ code: 'REEVE_INVALID_INPUT' });

describe('big integers', () => {
  test('are suspected in bytes at whatever place they stand, and where there are no long numbers nothing is', () => {
    for (let place = 0; place < 40; place += 1) {
      const text = `{"${'k'.repeat(place)}":9007199254740993,"n":900719925474099}`;
      const bytes = Buffer.from(`${text}${text}`);
      expect(mayHaveBigInteger(bytes, 0, text.length)).toBe(true);
      expect(mayHaveBigInteger(bytes, text.length, bytes.length)).toBe(true);
      expect(mayHaveBigInteger(bytes, text.indexOf(','), text.length)).toBe(false);
    }
  });

  test('are looked for in texts of millions of digits without counting the digits of one text more than once', () => {
    const text = JSON.stringify({ a: '0'.repeat(8_000_000), b: '12345678901234567.'.repeat(100_000) });
    const bytes = Buffer.from(text);

    expect(parseJson(text)).toEqual(parseJson(bytes));
    expect(mayHaveBigInteger(Buffer.from(`"${'7'.repeat(8_000_000)}"`), 0, 8_000_002)).toBe(false);
  });

  const cases: [string, unknown][] = [
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['18446744073709551615', 18446744073709551615n],
    ['123456789012345678901234567890', 123456789012345678901234567890n],
    ['1234567890123456789.0', 1234567890123456768],
    ['1234567890123456789e1', 12345678901234567168],
    ['0.1234567890123456789', 0.12345678901234568],
    ['1e22', 1e22],
    ['1E-1234567890123456', 0],
    ['"1234567890123456789"', '1234567890123456789'],
    ['"\\"1234567890123456789"', '"1234567890123456789'],
    ['1700000000000000', 1700000000000000],
    ['-0', -0],
  ];

  test.each(cases)('%s is read exactly, alone and inside a document', (text, expected) => {
    expect(parseJson(text)).toStrictEqual(expected);
    expect(parseJson(` ${text}\n`)).toStrictEqual(expected);
    for (let shift = 0; shift < 16; shift++) {
      const padding = 'x'.repeat(shift);
      expect(parseJson(`{"${padding}":[1,${text},"${padding}\\\\"]}`)).toStrictEqual({
        [padding]: [1, expected, `${padding}\\`],
      });
    }
  });

  test('strings with long digits and escapes before a big integer do not hide it', () => {
    expect(parseJson('{"a":"1234567890123456789","b":"\\\\","c":"\\\\\\"","d":12345678901234567890}')).toStrictEqual({
      a: '1234567890123456789',
      b: '\\',
      c: '\\"',
      d: 12345678901234567890n,
    });
  });

  test('an integer beyond the range of 64-bit floats is refused', () => {
    expect(parseJson('1' + '0'.repeat(308))).toBe(10n ** 308n);
    expect(() => parseJson('1' + '0'.repeat(400))).toThrow(/at most 309 digits/);
  });
});

describe('parseJson', () => {
  test('reads ordinary JSON as JSON.parse does, from text and from bytes, whichever way it takes', () => {
    fc.assert(
      fc.property(ordinaryJson, fc.constantFrom(0, 1, 4), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const expected = JSON.parse(text) as unknown;
        expect(isDeepStrictEqual(parseJson(text), expected)).toBe(true);
        expect(isDeepStrictEqual(parseJson(new TextEncoder().encode(text)), expected)).toBe(true);
        expect(isDeepStrictEqual(parseJsonWithNotes(text).value, expected)).toBe(true);
      }),
      { seed: 42, numRuns: 500 },
    );
  });

  test('reads back every value that stringifyJson prints', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(isDeepStrictEqual(parseJson(stringifyJson(value)), value)).toBe(true);
        expect(isDeepStrictEqual(parseJsonWithNotes(stringifyJson(value)).value, value)).toBe(true);
      }),
      { seed: 43, numRuns: 1_000 },
    );
  });

  test('accepts exactly the texts that JSON.parse accepts', () => {
    const damaged = fc
      .tuple(
        ordinaryJson,
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom('', ...'{}[]",:\\ \n\t\u00000-+.eEtrufalsn1x'.split('')),
      )
      .map(([value, at, cut, insert]) => {
        const text = JSON.stringify(value);
        const place = at % (text.length + 1);
        return text.slice(0, place) + insert + text.slice(place + cut);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        const expected = outcome(() => JSON.parse(text) as unknown);
        expect(
          isDeepStrictEqual(
            outcome(() => parseJson(text)),
            expected,
          ),
        ).toBe(true);
        expect(
          isDeepStrictEqual(
            outcome(() => parseJsonWithNotes(text).value),
            expected,
          ),
        ).toBe(true);
      }),
      { seed: 42, numRuns: 2_000 },
    );
  });

  const refused = [
    '| |{|[|{"a"|{"a":|{"a":1|[1|[1,|[1,]|{"a":1,}|{,}|[,]|{a:1}|{1:1}|{"a" 1}|{"a":1 "b":2}|[1 2]'.split('|'),
    '01|-|+1|1.|.5|1e|1e+|0x1|NaN|Infinity|-Infinity|tru|nul|undefined|True|1 2|[]]|{}}|[1}|{"a":1]'.split('|'),
    '"|"a|"\\|"\\"|"\\x"|"\\u12"|"\n"|"\t"|\ufeff1|/*c*/1|\u00a01|\v1'.split('|'),
  ].flat();

  test.each(refused)('refuses %j on both ways', (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(() => parseJson(text)).toThrow(invalid);
    expect(() => parseJsonWithNotes(text)).toThrow(invalid);
  });

  test('keys of any name become own properties', () => {
    for (const text of ['{"__proto__":{"a":1},"constructor":2}', '{"__proto__":{"a":12345678901234567890}}']) {
      const value = parseJson(text) as Record<string, unknown>;
      expect(Object.keys(value)[0]).toBe('__proto__');
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
  });

  test.each(['1', '12345678901234567890'])(
    'nesting of 100,000 levels does not exhaust the stack, around %s',
    (inner) => {
      const text = '{"a":['.repeat(50_000) + inner + ']}'.repeat(50_000);

      let value = parseJson(text);
      let depth = 0;
      for (; typeof value === 'object' && value !== null; depth++) {
        value = Array.isArray(value) ? (value[0] ?? null) : (value['a'] ?? null);
      }

      expect(depth).toBe(100_000);
      expect(String(value)).toBe(inner);
    },
  );

  test('bytes that are not UTF-8 are refused', () => {
    expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow(/UTF-8/);
    expect(() => parseJson(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31))).toThrow(invalid);
    expect(parseJson(new TextEncoder().encode('"é😀"'))).toBe('é😀');
  });
});

describe('errors of parseJson', () => {
  const cases: [string, string, string][] = [
    ['{"a": 1,\n "b": }', 'line 2, column 7', 'expected a value, found "}"'],
    ['[1 2]', 'line 1, column 4', 'expected a comma or the end'],
    ['{"a" 1}', 'line 1, column 6', 'expected a colon'],
    ['{a: 1}', 'line 1, column 2', 'expected a key in double quotes'],
    ['{"a": 1', 'line 1, column 8', 'found the end'],
    ['"abc\\', 'line 1, column 6', 'found the end'],
    ['["a\nb"]', 'line 1, column 4', 'control characters'],
    ['["\\x"]', 'line 1, column 2', 'valid escapes'],
    ['[1] 2', 'line 1, column 5', 'nothing after the value'],
  ];

  test.each(cases)('%j is wrong at %s: %s', (text, place, problem) => {
    expect(() => parseJson(text)).toThrow(`invalid JSON at ${place}: `);
    expect(() => parseJson(text)).toThrow(problem);
  });

  test('show the place, and not the whole text', () => {
    const text = `{"a":"${'x'.repeat(100)}","b":!,"c":"${'y'.repeat(100)}"}`;

    expect(() => parseJson(text)).toThrow(
      expect.objectContaining({ input: `${'x'.repeat(14)}","b":!,"c":"${'y'.repeat(13)}` }),
    );
  });
});

describe('what the value no longer shows', () => {
  test('numbers written as floats are noted by their pointers', () => {
    const { value, floats } = parseJsonWithNotes('{"a":1.0,"b":[1,2e0,{"c/d":-0.0}],"e":1,"f":"1.0","g":1.5}');

    expect(value).toStrictEqual({ a: 1, b: [1, 2, { 'c/d': -0 }], e: 1, f: '1.0', g: 1.5 });
    expect([...floats]).toEqual(['/a', '/b/1', '/b/2/c~1d', '/g']);
  });

  test('a float at the root has the empty pointer', () => {
    expect([...parseJsonWithNotes('1.0').floats]).toEqual(['']);
  });

  test('keys that are there twice are noted, and the last one counts', () => {
    const text = '{"a":1,"b":[{"x":1,"y":2,"x":3}],"a":{"a":1},"__proto__":1,"__proto__":2,"a":4}';
    const { value, duplicates } = parseJsonWithNotes(text);

    expect(value).toStrictEqual(JSON.parse(text));
    expect([...duplicates]).toEqual(['/b/0/x', '/a', '/__proto__']);
  });

  test('notes are the same whether the native parser can do the work or not', () => {
    const scalar = fc.constantFrom(
      '1',
      '-0',
      '1.0',
      '2e1',
      '3E1',
      'true',
      'false',
      'null',
      '"a:b"',
      '"\\"\\\\"',
      '"1e1"',
    );
    const key = fc.constantFrom('"a"', '"b"', '"\\":"', '"\\\\"', '"__proto__"', '"0"');
    const { text } = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        scalar,
        fc.array(tie('text'), { maxLength: 4 }).map((items) => `[${items.join(' , ')}]`),
        fc
          .array(fc.tuple(key, tie('text')), { maxLength: 4 })
          .map((fields) => `{${fields.map(([name, value]) => `${name} : ${value}`).join(',')}}`),
      ),
    }));
    fc.assert(
      fc.property(text, (document) => {
        const alone = parseJsonWithNotes(document);
        const beside = parseJsonWithNotes(`[0.5,${document}]`); // a float, so that it is read token by token
        const below = (places: ReadonlySet<string>) => Array.from(places, (place) => `/1${place}`);
        expect(isDeepStrictEqual(beside.value, [0.5, alone.value])).toBe(true);
        expect([...beside.floats]).toEqual(['/0', ...below(alone.floats)]);
        expect([...beside.duplicates]).toEqual(below(alone.duplicates));
      }),
      { seed: 42, numRuns: 2_000 },
    );
  });

  test('names that objects inherit are no duplicates', () => {
    expect([...parseJsonWithNotes('{"constructor":1,"toString":2,"__proto__":3}').duplicates]).toEqual([]);
  });

  test('duplicates are refused on request, with all places', () => {
    expect(() => parseJson('{"a":1,"b":{"c":1,"c":2},"a":2}', { duplicates: 'refuse' })).toThrow(/"\/b\/c", "\/a"/);
    expect(parseJson('{"a":{"a":1}}', { duplicates: 'refuse' })).toStrictEqual({ a: { a: 1 } });
    expect(parseJson('{"a":1,"a":2}')).toStrictEqual({ a: 2 });
    expect(parseJson('{"a":1,"a":12345678901234567890}', { duplicates: 'last' })).toStrictEqual({
      a: 12345678901234567890n,
    });
  });
});

/** What parsing gives, in numbers: a damaged text may have digits that make a bigint of a number. */
function outcome(parse: () => unknown): unknown {
  try {
    return { value: inNumbers(parse()) };
  } catch {
    return 'refused';
  }
}

function inNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(inNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inNumbers(part)]));
}

test('a key called __proto__ is an own property, which copies keep as long as they do not assign it', () => {
  const value = parseJson('{"__proto__":{"isAdmin":true}}') as Record<string, unknown>;
  expect(Object.keys(value)).toEqual(['__proto__']);
  for (const copy of [{ ...value }, structuredClone(value), Object.fromEntries(Object.entries(value))]) {
    expect([Object.keys(copy), copy['isAdmin']]).toEqual([['__proto__'], undefined]);
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setOwn(copy, key, value[key]);
  expect([Object.keys(copy), copy['isAdmin']]).toEqual([['__proto__'], undefined]);
});
