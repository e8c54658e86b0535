/** A rule that no server takes is found when the module is loaded: where, the expression with a caret, and what to write. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DefinitionError, defineResource, k } from '@reeve/define';
import type { DefinitionProblem, Rule } from '@reeve/define';

const options = { group: 'a.example.com', version: 'v1', kind: 'A' } as const;

function problemsOf(define: () => unknown): readonly DefinitionProblem[] {
  try {
    define();
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems;
    throw error;
  }
  return [];
}

const problems = (spec: z.ZodType, rules: readonly Rule[] = []): readonly DefinitionProblem[] =>
  problemsOf(() => defineResource({ ...options, spec: z.object({ field: spec }), rules }));

const range = z.object({ min: z.int(), max: z.int() });

describe('a rule that does not compile is refused with its place and what to write', () => {
  const wrong: readonly (readonly [string, string, string, string])[] = [
    ['self.min <= self.mux', "undefined field 'mux'", 'did you mean max?', '                ^'],
    ['self.x < self.max', "undefined field 'x'", 'the fields are min, max', '    ^'],
    ['min < self.max', "undeclared reference to 'min' (in container '')", 'write self.min', '^'],
    [
      'this.min < 1',
      "undeclared reference to 'this' (in container '')",
      'the variables are self and oldSelf: write self',
      '^',
    ],
    [
      "self.min == 'a'",
      "found no matching overload for '_==_' applied to '(int, string)'",
      'convert one of the values, as in int(self.a), or compare values of one type',
      '         ^',
    ],
  ];
  test.each(wrong)('%s', (rule, what, advice, caret) => {
    expect(problems(range.meta(k.rule(rule)))).toEqual([
      { path: 'spec.field', reason: `a rule does not compile: ${what}`, advice, frame: `${rule}\n${caret}` },
    ]);
  });

  test('in a message that a person reads', () => {
    const define = () =>
      defineResource({ ...options, spec: z.object({ range: range.meta(k.rule('self.min <= self.mux')) }) });
    expect(define).toThrow(
      [
        'A of a.example.com cannot be defined:',
        "  spec.range: a rule does not compile: undefined field 'mux'; did you mean max?",
        '      self.min <= self.mux',
        '                      ^',
      ].join('\n'),
    );
  });

  test('with the line, if it has several', () => {
    const [problem] = problems(range.meta(k.rule('self.min < 1 ||\nself.mux > 2', { message: 'x' })));
    expect(problem?.frame).toBe('self.mux > 2\n    ^');
  });

  test('and each rule of a place is judged alone', () => {
    const rules = k.rules(k.rule('self.a == 1'), k.rule('self.min'), k.rule('self.min <='));
    expect(problems(range.meta(rules)).map(({ reason }) => reason)).toEqual([
      "a rule does not compile: undefined field 'a'",
      'a rule cannot be used: cel expression must evaluate to a bool',
      expect.stringMatching(/^a rule does not compile: Syntax error: /),
    ]);
  });
});

test('fields that k.exactlyOneOf() names and the schema has not are refused', () => {
  expect(problems(range.meta(k.exactlyOneOf('min', 'most')))).toMatchObject([
    { path: 'spec.field', reason: "a rule does not compile: undefined field 'most'" },
  ]);
});

describe('the other parts of a rule are refused with what to write', () => {
  const wrong: readonly (readonly [string, object, RegExp, RegExp])[] = [
    ['messageExpression', { messageExpression: 'self.b' }, /a messageExpression does not compile: undefined/, /fields/],
    ['messageExpression', { messageExpression: 'self.min' }, /must evaluate to a string/, /make it a text/],
    ['fieldPath', { fieldPath: '.b' }, /the fieldPath of a rule is refused: .*must be a valid path/, /\.min/],
    ['optionalOldSelf', { optionalOldSelf: true }, /may not be set if oldSelf is not used/, /leave it out/],
    ['message', { message: 'a\nb' }, /must not contain line breaks/, /one line/],
    ['rule', { rule: ' ' }, /the rule is refused: Required value: rule is not specified/, /an expression/],
  ];
  test.each(wrong)('%s %j', (_, part, reason, advice) => {
    const rule = { rule: 'self.min <= self.max', ...part };
    expect(problems(range.meta({ 'x-kubernetes-validations': [rule] }))).toEqual([
      expect.objectContaining({
        path: 'spec.field',
        reason: expect.stringMatching(reason) as unknown,
        advice: expect.stringMatching(advice) as unknown,
      }),
    ]);
  });

  test('the rules of the whole object', () => {
    expect(problems(z.int(), [{ rule: "self.metadata.labels.a == 'x'" }])).toMatchObject([
      { path: 'rules', reason: "a rule does not compile: undefined field 'labels'" },
    ]);
  });
});

test('a rule about the old elements of a list that has no keys is refused', () => {
  const sizes = z.array(z.object({ name: z.string(), size: z.int() }).meta(k.rule('self.size >= oldSelf.size')));
  expect(problems(sizes)).toEqual([
    {
      path: 'spec.field[]',
      reason: 'a rule compares with oldSelf, and elements of the list spec.field have no old values',
      advice: "write k.listMap(item, ['name']), whose elements are found again by a key, or put the rule on the list",
      frame: 'self.size >= oldSelf.size',
    },
  ]);
});

describe('a rule that may cost more than a server allows is refused', () => {
  const advice = (schema: z.ZodType): readonly string[] =>
    problems(schema).map(({ path, reason, advice: write }) => `${path}: ${reason}; ${write}`);
  const names = z.array(z.string().max(50));
  const unique = k.rule('self.all(a, self.exists_one(b, a == b))');

  test('with the list that has no limit, and one that would do', () => {
    expect(advice(names.meta(unique))).toEqual([
      'spec.field: a rule may cost more than 100 times what a server allows; set maxItems: 500 on spec.field (in zod .max(500))',
    ]);
    expect(advice(names.max(500).meta(unique))).toEqual([]);
  });

  test('with a smaller limit than the one that there is', () => {
    expect(advice(names.max(2000).meta(unique))).toEqual([
      'spec.field: a rule may cost 9.6 times what a server allows; set maxItems: 500 on spec.field (in zod .max(500))',
    ]);
  });

  test('with all the sizes that matter', () => {
    const text = z.array(z.object({ name: z.string(), port: z.int() }));
    expect(advice(text.meta(k.rule('self.all(a, self.exists(b, a.name.contains(b.name)))')))).toEqual([
      'spec.field: a rule may cost more than 100 times what a server allows; set maxItems: 64 on spec.field and maxLength: 64 on spec.field[].name (in zod .max(64))',
    ]);
  });

  test('also where nothing limits any of several lists in each other', () => {
    const deep = z.array(z.array(z.array(z.array(z.string()))));
    const rule = k.rule("self.all(a, a.all(b, b.all(c, c.all(d, d.contains('x')))))");
    expect(advice(deep.meta(rule))).toEqual([expect.stringContaining('maxItems: 16 on spec.field, maxItems: 16 on')]);
  });

  test('because of the list around it, or the map', () => {
    const item = z.object({ hosts: z.array(z.string().max(99)).max(99) }).meta(k.rule("self.hosts.all(h, h != 'a')"));
    expect(advice(z.array(item))).toEqual([
      expect.stringMatching(/^spec\.field\[\]: .*; set maxItems: \d+ on spec\.field \(in zod \.max\(\d+\)\)$/),
    ]);
    expect(advice(z.record(z.string(), item))).toEqual([
      expect.stringMatching(
        /^spec\.field\[\*\]: .*; set maxProperties: \d+ on spec\.field \(in zod \.meta\(\{ maxProperties: \d+ \}\)\)$/,
      ),
    ]);
  });

  test('also when only all rules together cost too much', () => {
    const rule = k.rule('self.all(a, self.exists(b, a == b))');
    const list = z.array(z.string().max(10)).max(900).meta(rule);
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}`, list]));
    const [problem, ...others] = problems(z.object(fields));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      path: 'rules',
      reason: expect.stringMatching(/^all rules together may cost \d\.\d+ times what a server allows$/) as unknown,
    });
  });
});
