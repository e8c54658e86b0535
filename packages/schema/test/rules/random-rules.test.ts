/** Random rules over random schemas, and objects that are valid by them: what types promise holds when rules run. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EvaluationError } from '@reeve/cel';
import type { JsonObject, ReadonlyJson } from '@reeve/machinery';
import { compileRules, compileSchema, ruleTypeOf, structuralSchema } from '@reeve/schema';

interface Ruled {
  readonly schema: JsonObject;
  readonly value: ReadonlyJson;
  readonly rule: string;
}

/** A schema with what makes values of it, and rules about an expression of its type. */
interface Part {
  readonly schema: JsonObject;
  readonly value: fc.Arbitrary<ReadonlyJson>;
  readonly rules: (self: string, depth: number) => fc.Arbitrary<string>;
}

const oneOf = (...rules: string[]): fc.Arbitrary<string> => fc.constantFrom(...rules);

const texts = fc.nat({ max: 6 }).map((maxLength): Part => ({
  schema: { type: 'string', maxLength },
  value: fc.string({ unit: 'binary', maxLength }).filter((text) => Array.from(text).length <= maxLength),
  rules: (self) =>
    oneOf(
      `${self}.size() < 3`,
      `${self} != 'abc'`,
      `${self} + ${self} == 'aa'`,
      `${self}.startsWith('a') || ${self}.endsWith(${self})`,
      `${self}.matches('^[a-z]*$')`,
      `${self}.contains('b')`,
      `${self}.split('a').size() > 1`,
      `${self} in ['a', 'b']`,
      `${self}.substring(1) == ''`,
      `${self}.replace('a', 'b') < ${self}`,
      `${self}.upperAscii() == ${self}.lowerAscii()`,
    ),
}));

const integers: Part = {
  schema: { type: 'integer' },
  value: fc.integer({ min: -3, max: 9 }),
  rules: (self) =>
    oneOf(
      `${self} > 1`,
      `${self} % 2 == 0`,
      `10 / ${self} > 1`,
      `double(${self}) < 2.5`,
      `${self} in [1, 2]`,
      `string(${self}) == '1'`,
    ),
};

const booleans: Part = {
  schema: { type: 'boolean' },
  value: fc.boolean(),
  rules: (self) => oneOf(self, `!${self}`, `${self} == true`, `(${self} ? 1 : 2) == 1`),
};

/** Two rules joined, or one. */
function joined(rule: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const pair = fc.tuple(rule, fc.constantFrom('&&', '||', '==', '!='), rule);
  return fc.oneof(
    rule,
    rule,
    pair.map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  );
}

function lists({ schema, value, rules }: Part, maxItems: number): Part {
  return {
    schema: { type: 'array', items: schema, maxItems },
    value: fc.array(value, { maxLength: maxItems }),
    rules: (self, depth) => {
      const name = `v${depth}`;
      const inner = rules(name, depth + 1);
      return joined(
        fc.oneof(
          oneOf(
            `${self}.size() > 1`,
            `${self} == ${self}`,
            `(${self} + ${self}).size() > 2`,
            `${self}[0] == ${self}[1]`,
          ),
          fc
            .tuple(fc.constantFrom('all', 'exists', 'exists_one'), inner)
            .map(([macro, rule]) => `${self}.${macro}(${name}, ${rule})`),
          inner.map((rule) => `${self}.filter(${name}, ${rule}).size() > 0`),
          inner.map((rule) => `${self}.map(${name}, ${rule}).exists(b, b)`),
          rules(`${self}[0]`, depth),
        ),
      );
    },
  };
}

function maps({ schema, value, rules }: Part, maxProperties: number): Part {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  return {
    schema: { type: 'object', additionalProperties: schema, maxProperties },
    value: fc
      .uniqueArray(key, { maxLength: maxProperties })
      .chain((keys) => fc.record(Object.fromEntries(keys.map((name) => [name, value])))),
    rules: (self, depth) => {
      const name = `k${depth}`;
      return joined(
        fc.oneof(
          oneOf(`'a' in ${self}`, `${self}.size() > 1`, `${self} == ${self}`),
          rules(`${self}[${name}]`, depth + 1).map((rule) => `${self}.all(${name}, ${rule})`),
          rules(`v${depth}`, depth + 1).map(
            (rule) => `${self}.exists(${name}, v${depth}, ${name} == 'a' && (${rule}))`,
          ),
          rules(`${self}['a']`, depth),
        ),
      );
    },
  };
}

function objects(one: Part, other: Part): Part {
  return {
    schema: { type: 'object', properties: { one: one.schema, namespace: other.schema } },
    value: fc.record({ one: one.value, namespace: other.value }, { requiredKeys: [] }),
    rules: (self, depth) =>
      joined(
        fc.oneof(
          oneOf(`has(${self}.one)`, `!has(${self}.__namespace__)`, `${self} == ${self}`, `${self}.?one.hasValue()`),
          one.rules(`${self}.one`, depth),
          other.rules(`${self}.__namespace__`, depth).map((rule) => `!has(${self}.__namespace__) || (${rule})`),
        ),
      ),
  };
}

const { part } = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, depthSize: 'medium' },
    texts,
    fc.constantFrom(integers, booleans),
    fc.tuple(tie('part'), fc.nat({ max: 4 })).map(([items, most]) => lists(items, most)),
    fc.tuple(tie('part'), fc.nat({ max: 4 })).map(([values, most]) => maps(values, most)),
    fc.tuple(tie('part'), tie('part')).map(([one, other]) => objects(one, other)),
  ),
}));

const ruled: fc.Arbitrary<Ruled> = part.chain(({ schema, value, rules }) =>
  fc.record({ schema: fc.constant(schema), value, rule: joined(rules('self', 0)) }),
);

/** What is wrong with how a rule ran. */
function problemWith({ schema, value, rule }: Ruled): string | undefined {
  const spec = { ...schema, 'x-kubernetes-validations': [{ rule }] };
  const node = structuralSchema(
    { type: 'object', properties: { spec } },
    { rules: 'not compiled' },
  ).schema?.root.properties.get('spec');
  const type = node && ruleTypeOf(node);
  if (node === undefined || type === undefined) return 'the schema is refused';
  const {
    rules: [compiled],
  } = compileRules(node, type);
  if (compiled?.program === undefined || compiled.problem !== undefined)
    return compiled?.problem?.detail ?? 'nothing was compiled';
  const { value: result, error } = compiled.program.run({ self: value });
  if (error !== undefined) return error instanceof EvaluationError ? undefined : String(error);
  return typeof result === 'boolean' ? undefined : `is ${typeof result}`;
}

test('a rule that compiles is true, false, or fails with an error of its own', () => {
  fc.assert(
    fc.property(ruled, (each) => {
      expect(problemWith(each)).toBeUndefined();
    }),
    { seed: 51, numRuns: 1000 },
  );
});

test('a whole object has one cause for each value that its rule does not hold for', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 20 }),
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 20 }),
      (values, old) => {
        const spec = { type: 'array', items: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 4' }] } };
        const engine = compileSchema({ type: 'object', properties: { spec } });
        const wrong = values.flatMap((value, at) => (value > 4 ? [] : [`spec[${at}]`]));
        const isUnchanged = JSON.stringify(values) === JSON.stringify(old);
        expect(engine.validate({ spec: values }).map(({ field }) => field)).toEqual(wrong);
        expect(engine.validateUpdate({ spec: values }, { spec: old }).map(({ field }) => field)).toEqual(
          isUnchanged ? [] : wrong,
        );
      },
    ),
    { seed: 52, numRuns: 200 },
  );
});
