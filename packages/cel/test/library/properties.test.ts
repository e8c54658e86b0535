/** Properties of the libraries' functions, against other ways to say the same. */
import * as fc from 'fast-check';
import { isIP } from 'node:net';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import {
  Environment,
  escapePropertyName,
  kubernetesLibraries,
  ListValue,
  listType,
  printDouble,
  types,
  unescapePropertyName,
} from '@reeve/cel';

const environment = new Environment({
  libraries: kubernetesLibraries,
  variables: {
    s: types.string,
    t: types.string,
    u: types.string,
    i: types.int,
    x: types.double,
    list: listType(types.string),
    ints: listType(types.int),
  },
});

/** What evaluates an expression: lists as arrays, errors as undefined. */
function evaluator(expression: string): (bindings: Record<string, unknown>) => unknown {
  const { program, issues } = environment.compile(expression);
  if (program === undefined) throw new Error(issues.map(({ text }) => text).join('\n'));
  return (bindings) => {
    const { value } = program.run(bindings);
    return value instanceof ListValue ? value.toArray() : value;
  };
}

const options = { seed: 42, numRuns: 1000 };
const small = fc.array(fc.constantFrom('a', 'b', 'é', '💡', '-', ' '), { maxLength: 8 }).map((each) => each.join(''));

describe('strings', () => {
  test('what is split and joined again is the same', () => {
    const joined = evaluator('s.split(t).join(t)');
    fc.assert(
      fc.property(small, small, (s, t) => {
        expect(joined({ s, t })).toBe(s);
      }),
      options,
    );
  });

  test('replace is what JavaScript does with code points', () => {
    const replaced = evaluator('s.replace(t, u)');
    fc.assert(
      fc.property(small, small, small, (s, t, u) => {
        const expected = t === '' ? ['', ...Array.from(s)].map((each) => each + u).join('') : s.replaceAll(t, () => u);
        expect(replaced({ s, t, u })).toBe(expected);
      }),
      options,
    );
  });

  test('charAt, substring, indexOf and lastIndexOf count code points', () => {
    const [at, from, first, last] = ['s.charAt(i)', 's.substring(i)', 's.indexOf(t)', 's.lastIndexOf(t)'].map(
      evaluator,
    );
    fc.assert(
      fc.property(small, small, fc.nat(9), (s, t, i) => {
        const points = Array.from(s);
        const places = points.map((_, place) => place).filter((place) => points.slice(place).join('').startsWith(t));
        expect(at?.({ s, i })).toBe(i > points.length ? undefined : (points[i] ?? ''));
        expect(from?.({ s, i })).toBe(i > points.length ? undefined : points.slice(i).join(''));
        expect(first?.({ s, t })).toBe(t === '' ? 0 : (places[0] ?? -1));
        expect(last?.({ s, t })).toBe(t === '' ? points.length : (places.at(-1) ?? -1));
      }),
      options,
    );
  });

  test('find and findAll find what RE2 finds', () => {
    const [found, all] = ['s.find(t)', 's.findAll(t)'].map(evaluator);
    const patterns = [
      'a',
      'a+',
      'a*',
      'a*?',
      'a+?b',
      '[ab]+',
      '.',
      'é|💡',
      '(a|ab)(b?)',
      '^a',
      'b$',
      'a??',
      '\\w+',
      '[^-]+',
    ];
    fc.assert(
      fc.property(small, fc.constantFrom(...patterns), (s, t) => {
        const matcher = RE2JS.compile(t).matcher(s);
        expect(found?.({ s, t })).toBe(matcher.find() ? matcher.group() : '');
        const parts = all?.({ s, t }) as string[];
        expect(parts.filter((part) => part !== '')).toEqual(matchesOf(t, s).filter((part) => part !== ''));
      }),
      options,
    );
  });

  test('format writes doubles as exactly as JavaScript does', () => {
    const written = evaluator("'%.3f'.format([x])");
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -999, max: 999 }), (x) => {
        fc.pre(!Number.isInteger(x * 16)); // halves are rounded to even here, and up by JavaScript
        expect(Number(written({ x }))).toBe(Number(x.toFixed(3)));
      }),
      options,
    );
  });
});

function matchesOf(pattern: string, text: string): string[] {
  const found: string[] = [];
  const matcher = RE2JS.compile(pattern).matcher(text);
  while (matcher.find()) found.push(matcher.group() ?? '');
  return found;
}

describe('lists', () => {
  test('sort sorts, distinct keeps the first of equal elements, reverse turns around', () => {
    const [sorted, distinct, reversed] = ['ints.sort()', 'ints.distinct()', 'ints.reverse()'].map(evaluator);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 })), (ints) => {
        expect(sorted?.({ ints })).toEqual(ints.toSorted((one, other) => one - other));
        expect(distinct?.({ ints })).toEqual([...new Set(ints)]);
        expect(reversed?.({ ints })).toEqual(ints.toReversed());
      }),
      options,
    );
  });

  test('sum, min, max, isSorted and indexOf agree with a look at the elements', () => {
    const all = evaluator(
      'ints.sum() == i && (ints.size() == 0 || (ints.min() in ints && ints.all(e, ints.min() <= e && e <= ints.max()))) && ' +
        'ints.isSorted() == (ints.sort() == ints) && ints.all(e, ints[ints.indexOf(e)] == e && ints[ints.lastIndexOf(e)] == e)',
    );
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -99, max: 99 }), { maxLength: 12 }), (ints) => {
        expect(all({ ints, i: ints.reduce((sum, each) => sum + each, 0) })).toBe(true);
      }),
      options,
    );
  });

  test('the sets functions agree with sets', () => {
    const contains = evaluator('sets.contains(list, s.split(""))');
    const intersects = evaluator('sets.intersects(list, s.split(""))');
    fc.assert(
      fc.property(fc.array(fc.constantFrom<string>('a', 'b', 'é', '-')), small, (list, s) => {
        expect(contains({ list, s })).toBe(Array.from(s).every((each) => list.includes(each)));
        expect(intersects({ list, s })).toBe(Array.from(s).some((each) => list.includes(each)));
      }),
      options,
    );
  });
});

describe('networks', () => {
  const group = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 0xffff }));
  const ipv6 = fc
    .array(group, { minLength: 8, maxLength: 8 })
    .map((groups) => groups.map((each) => each.toString(16)).join(':'));

  test('the canonical text of an IPv6 address is the one of a URL', () => {
    const canonical = evaluator('string(ip(s))');
    fc.assert(
      fc.property(ipv6, (s) => {
        const hostname = new URL(`http://[${s}]`).hostname.slice(1, -1);
        fc.pre(!hostname.startsWith('::ffff:'));
        expect(canonical({ s })).toBe(hostname);
      }),
      options,
    );
  });

  test('isIP takes what Node takes, but for zones and IPv4 in IPv6', () => {
    const isAddress = evaluator('isIP(s)');
    const text = fc.array(fc.constantFrom('0', '1', '25', '255', '256', ':', '::', '.', 'f', 'ffff', '01'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          ipv6,
          fc.ipV4(),
          fc.ipV6(),
          text.map((each) => each.join('')),
        ),
        (s) => {
          fc.pre(!/^[0:]*:ffff:/i.test(s));
          expect(isAddress({ s })).toBe(isIP(s) !== 0);
        },
      ),
      options,
    );
  });

  test('a network contains the addresses that share its prefix', () => {
    const contains = evaluator("cidr(s + '/' + string(i)).containsIP(t)");
    const number = (address: string): number => address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.nat(32), fc.boolean(), (s, other, i, isNear) => {
        const t = isNear ? `${s.split('.').slice(0, 3).join('.')}.${other.split('.')[3]}` : other;
        expect(contains({ s, t, i })).toBe(
          Math.floor(number(s) / 2 ** (32 - i)) === Math.floor(number(t) / 2 ** (32 - i)),
        );
      }),
      options,
    );
  });
});

test('versions are ordered: exactly one of less, equal and greater, and the same the other way round', () => {
  const compared = evaluator('semver(s).compareTo(semver(t))');
  const part = fc.oneof(fc.nat(3).map(String), fc.constantFrom('a', 'b', 'rc', '-', 'a1'));
  const version = fc
    .tuple(fc.nat(2), fc.nat(2), fc.nat(2), fc.array(part, { maxLength: 3 }))
    .map(([major, minor, patch, rest]) => `${major}.${minor}.${patch}${rest.length === 0 ? '' : `-${rest.join('.')}`}`);
  fc.assert(
    fc.property(version, version, version, (s, t, u) => {
      const [one, other] = [compared({ s, t }) as number, compared({ s: t, t: s }) as number];
      expect(one + other).toBe(0);
      const isAscending = one <= 0 && (compared({ s: t, t: u }) as number) <= 0;
      expect(isAscending && (compared({ s, t: u }) as number) > 0).toBe(false);
    }),
    options,
  );
});

test('quantities add up exactly', () => {
  const added = evaluator('quantity(s).add(quantity(t)).sub(quantity(t)) == quantity(s)');
  const quantity = fc
    .tuple(fc.integer(), fc.nat(999), fc.constantFrom('', 'm', 'k', 'Mi', 'G', 'e3'))
    .map(([whole, fraction, suffix]) => `${whole}.${fraction}${suffix}`);
  fc.assert(
    fc.property(quantity, quantity, (s, t) => {
      expect(added({ s, t })).toBe(true);
    }),
    options,
  );
});

test('a property name that is escaped and unescaped is the same, and escaped it is an identifier', () => {
  const name = fc.array(fc.constantFrom('a', 'B', '_', '__', '.', '-', '/', '9', 'in', 'namespace', 'dot'), {
    minLength: 1,
  });
  fc.assert(
    fc.property(
      name.map((each) => each.join('')),
      (property) => {
        const escaped = escapePropertyName(property);
        expect(escaped === undefined).toBe(/^\d/.test(property));
        expect(escaped ?? 'none').toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
        expect(escaped === undefined ? property : unescapePropertyName(escaped)).toBe(property);
      },
    ),
    options,
  );
});

test('a double that is printed and read again is the same', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(Number(printDouble(number))).toBe(number);
    }),
    options,
  );
});
