/** Expressions and values that are made to take long, or much memory: all of them end, with an error that says which limit it was. */
import { describe, expect, test } from 'vitest';
import { Environment, EvaluationError, kubernetesLibraries, LimitError, listType, types } from '@reeve/cel';

const environment = new Environment({
  libraries: kubernetesLibraries,
  variables: { s: types.string, list: listType(types.dyn), pattern: types.string },
});

function run(expression: string, bindings: Record<string, unknown> = {}, costLimit = Number.MAX_SAFE_INTEGER): unknown {
  const { program, issues } = environment.compile(expression);
  if (program === undefined) throw new Error(issues.map(({ text }) => text).join('\n'));
  return program.run(bindings, { costLimit }).error;
}

const long = 'a'.repeat(1_000_000);

describe('a pattern that makes backtracking engines hang is matched in linear time', () => {
  for (const pattern of ['(a+)+$', '(a|aa)+$', '(a|a?)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(.*)(.*)(.*)(.*)(.*)b']) {
    test(`${pattern} with find and findAll`, () => {
      const text = `${'a'.repeat(5000)}!`;
      expect(run('size(s.find(pattern)) >= 0 && s.findAll(pattern).size() >= 0', { s: text, pattern })).toBeUndefined();
    });
  }
});

describe('a text of a million characters is read at once by', () => {
  const calls = [
    'isIP(s) || isCIDR(s) || isURL(s) || isQuantity(s) || isSemver(s) || isSemver(s, true)',
    'format.dns1123Subdomain().validate(s).hasValue() && format.uri().validate(s).hasValue()',
    'format.qualifiedName().validate(s).hasValue() && format.byte().validate(s).hasValue()',
    'format.datetime().validate(s).hasValue() && format.uuid().validate(s).hasValue()',
    "s.trim() == s && s.split('').size() > 0 && s.lowerAscii() == s",
    "s.indexOf('b') == -1 && s.lastIndexOf('b') == -1 && s.substring(999999) == 'a'",
    "s.replace('a', 'b').size() == s.size()",
    'strings.quote(s).size() == s.size() + 2',
    "'%s'.format([s]) == s",
  ];
  for (const call of calls) {
    test(call, () => {
      for (const text of [
        long,
        '1'.repeat(1_000_000),
        '1.'.repeat(500_000),
        ':'.repeat(1_000_000),
        ' '.repeat(1_000_000),
      ]) {
        const error = run(call, { s: text });
        expect(error === undefined || error instanceof EvaluationError).toBe(true);
      }
    });
  }
});

describe('a value that would be too large is not made', () => {
  test('a range of a billion numbers', () => {
    expect(run('lists.range(1000000000).size() > 0')).toMatchObject({
      message: 'lists.range: size 1000000000 exceeds maximum allowed (1000000)',
    });
  });

  test('a text whose every character is replaced with a text of a million', () => {
    expect(run("s.replace('a', s).size() > 0", { s: long })).toBeInstanceOf(LimitError);
  });

  test('a thousand texts of a million characters joined', () => {
    expect(run('lists.range(1000).map(i, s).join().size() > 0', { s: long })).toBeInstanceOf(LimitError);
  });

  test('a format of a thousand texts of a million characters', () => {
    const values = Array.from({ length: 1000 }, () => long);
    expect(run('s.format(list).size() > 0', { s: '%s'.repeat(1000), list: values })).toBeInstanceOf(LimitError);
  });

  test('a number with a million digits behind the point', () => {
    const { program } = environment.compile('s.format([1.5])');
    expect(() => program?.evaluate({ s: '%.1000000f' })).toThrow(EvaluationError);
  });
});

describe('a value that nests too deep is not walked', () => {
  const deep = (levels: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++) value = [value];
    return value;
  };

  test('with format', () => {
    expect(run("'%s'.format([list])", { list: deep(5000) })).toBeInstanceOf(LimitError);
  });

  test('with flatten', () => {
    expect(run('list.flatten(1000000).size() >= 0', { list: deep(5000) })).toBeInstanceOf(LimitError);
  });

  test('with sum and indexOf, which count what they walk through', () => {
    expect(run('list.indexOf(1) >= -1', { list: deep(5000) })).toBeInstanceOf(LimitError);
  });
});

describe('what costs more than the limit ends with an error', () => {
  const million = Array.from({ length: 100_000 }, (_, index) => index);
  const calls = [
    'list.sort().size() > 0',
    'list.distinct().size() > 0',
    'sets.contains(list, list)',
    'list.map(x, list.indexOf(x)).size() > 0',
    'list.transformMap(i, v, v).size() > 0',
  ];
  for (const call of calls) {
    test(call, () => {
      const ints = new Environment({ libraries: kubernetesLibraries, variables: { list: listType(types.int) } });
      const { program } = ints.compile(call);
      expect(program?.run({ list: million }, { costLimit: 100_000 }).error).toBeInstanceOf(LimitError);
    });
  }
});

test('numbers at the ends of 64 bits overflow with an error', () => {
  const max = '9223372036854775807';
  for (const expression of [
    `[${max}, 1].sum() > 0`,
    `[-${max}, -2].sum() > 0`,
    '[18446744073709551615u, 1u].sum() > 0u',
    `quantity('${max}0').asInteger() > 0`,
    "quantity('1e1000').add(quantity('1e1000')).asInteger() > 0",
    "semver('18446744073709551616.0.0').major() > 0",
    "[duration('2562047h'), duration('2562047h')].sum() > duration('0s')",
  ]) {
    expect([expression, run(expression) instanceof EvaluationError]).toEqual([expression, true]);
  }
});

test('lists and texts at indices beyond any number fail with an error', () => {
  for (const expression of [
    "'abc'.charAt(9223372036854775807) == ''",
    "'abc'.substring(-9223372036854775808) == ''",
    "'abc'.indexOf('a', -1) == 0",
    '[1].slice(0, 5) == []',
    '[1].flatten(-1) == []',
  ]) {
    expect([expression, run(expression) instanceof EvaluationError]).toEqual([expression, true]);
  }
});
