/**
 * Random bodies of every kind, right and wrong, judged by the Go types themselves: the codec must give the same error, miss the same fields, print the same
 * JSON and write the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DecodeError, TypedCodecs, writeEnvelope } from '@reeve/apiserver';
import { loadTypeTable } from '@reeve/kinds';
import { parseJson, parseJsonWithNotes, stringifyJson, type JsonObject } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { RandomBodies } from '../test/codec/random-body.ts';
import { hasGo } from './has-go.ts';

interface Question {
  readonly group: string;
  readonly version: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly body: string;
}

/** What Go, or our codec, makes of a body. */
interface Verdict {
  readonly error?: string;
  readonly unknown?: readonly string[];
  readonly protobuf?: string;
  readonly json?: string;
}

const bodiesPerKind = 50;
const table = await loadTypeTable();
const codecs = new TypedCodecs(table);

describe.runIf(hasGo)('bodies judged by the Go types', () => {
  test.each([
    { share: 'all are right', mistakes: 0, seed: 1 },
    { share: 'some have mistakes', mistakes: 0.02, seed: 2 },
    { share: 'most have mistakes', mistakes: 0.3, seed: 3 },
  ])('are read and written alike when $share', ({ mistakes, seed }) => {
    const questions = ask(new RandomBodies(table, { seed, mistakes }));
    const verdicts = judge(questions);

    expect(verdicts).toHaveLength(questions.length);
    for (const [index, question] of questions.entries()) {
      const { json, ...verdict } = verdicts[index] ?? {};
      const printed = json === undefined ? {} : { json: stringifyJson(parseJson(json)) };
      expect(answer(question), `${question.kind}: ${question.body}`).toEqual({ ...verdict, ...printed });
    }
  });
});

function ask(bodies: RandomBodies): Question[] {
  return Object.entries(table.kinds).flatMap(([key, type]) => {
    const [group = '', version = '', kind = ''] = key.split('/');
    if (isForServersOnly(group, kind)) return [];
    const apiVersion = group === '' ? version : `${group}/${version}`;
    return Array.from({ length: bodiesPerKind }, () => {
      return { group, version, apiVersion, kind, body: stringifyJson(bodies.body(type)) };
    });
  });
}

/** Kinds that nobody sends, some of which Go does not register as objects. */
const isForServersOnly = (group: string, kind: string): boolean =>
  group === 'meta.k8s.io' ||
  /(?:List|Options|Result)$|^(?:API|WatchEvent|RangeAllocation|SerializedReference)/.test(kind);

function judge(questions: readonly Question[]): Verdict[] {
  const printed = execFileSync('go', ['run', './judge'], {
    cwd: fileURLToPath(new URL('../../../tools/facts/typetable', import.meta.url)),
    input: questions.map((question) => JSON.stringify(question)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Verdict);
}

function answer({ group, version, apiVersion, kind, body }: Question): Verdict {
  const codec = codecs.forKind(group, version, kind);
  const { value, floats } = parseJsonWithNotes(body);
  try {
    const { object, unknownFields } = codec.decode(value as JsonObject, floats);
    const unknown = unknownFields.map((field) => `unknown field ${JSON.stringify(field)}`);
    const raw = codec.protobuf?.encode(object) ?? new Uint8Array();
    return {
      ...(unknown.length > 0 && { unknown }),
      protobuf: writeEnvelope({ apiVersion, kind, raw }).toString('base64'),
      json: stringifyJson({ kind, apiVersion, ...object }),
    };
  } catch (error) {
    if (error instanceof DecodeError) return { error: error.problem };
    throw error;
  }
}
