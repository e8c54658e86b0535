/** What a real API server says about rules, recorded by tools/differential/record-schema-verdicts.mjs, and the same from the engine. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@reeve/machinery';
import { compileSchema, structuralSchema } from '@reeve/schema';
import type { Verdict } from '../fixtures.ts';
import { causesOf, comparable, ruleVerdicts, verdictOf } from '../fixtures.ts';

const recorded = ruleVerdicts();

/** Go panics inside two functions for a list that is not there, and tells that; we tell what is not there. */
const panic = /internal error: interface conversion: \*types\.Err is not traits\.Lister: missing method Add/;

const withoutPanic = (verdict: Verdict): Verdict =>
  JSON.parse(JSON.stringify(verdict).replace(panic, 'no such key: numbers')) as Verdict;

test('more than two hundred definitions with rules were recorded', () => {
  expect(recorded.cases.length + recorded.schemas.length).toBeGreaterThan(200);
});

describe('a real API server refuses a definition for the same causes', () => {
  for (const { name, schema, refusal = { status: 201 } } of recorded.schemas) {
    test(name, () => {
      const ours = { causes: causesOf(structuralSchema(schema).violations) };
      expect(comparable(ours, { anyOrder: true }).causes).toEqual(comparable(refusal, { anyOrder: true }).causes);
    });
  }
});

describe('a real API server has the same verdict on objects with rules', () => {
  for (const { name, schema, objects } of recorded.cases) {
    // these are about the language: each library of Kubernetes, and all of the standard definitions that rules use
    const id = name.startsWith('rule ') ? ' · C9' : '';
    test(`${name}${id}`, () => {
      const engine = compileSchema(schema);
      for (const { object, verdict } of objects) {
        const theirs = withoutPanic(verdict);
        expect([object, comparable(verdictOf(engine, object), theirs)]).toEqual([object, comparable(theirs, theirs)]);
      }
    });
  }
});

describe('a real API server has the same verdict on updates of objects with rules', () => {
  for (const { name, schema, updates } of recorded.updates) {
    const engine = compileSchema(schema);
    for (const [at, { old, object, verdict }] of updates.entries()) {
      const named = (value: JsonObject): JsonObject => ({ metadata: { name: `old-${at}` }, ...value });
      test(`${name}: ${JSON.stringify(old)} becomes ${JSON.stringify(object)}`, () => {
        expect(comparable(verdictOf(engine, named(object), named(old)), verdict)).toEqual(comparable(verdict, verdict));
      });
    }
  }
});
