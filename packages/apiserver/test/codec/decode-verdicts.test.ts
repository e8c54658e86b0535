/**
 * Odd and wrong bodies, and what a real server said of them (`node tools/differential/record-decode.mjs`): the codec has to refuse the same in the same words,
 * to miss the same fields, and to make the same of the rest.
 */
import { readFileSync } from 'node:fs';
import { DecodeError, TypedCodecs } from '@reeve/apiserver';
import { loadResources, loadTypeTable } from '@reeve/kinds';
import { getByPointer, parseJsonWithNotes, type JsonObject } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

type Codec = ReturnType<TypedCodecs['forKind']>;

interface RecordedVerdict {
  readonly path: string;
  readonly at: readonly string[];
  readonly text: string;
  /** With `fieldValidation=Warn`. */
  readonly warned: {
    readonly status: number;
    readonly message?: string;
    readonly warnings?: readonly string[];
    readonly values?: Readonly<Record<string, unknown>>;
  };
  /** The refusal with `fieldValidation=Strict`. */
  readonly strict?: string;
}

const recorded: RecordedVerdict[] = JSON.parse(
  readFileSync(new URL('fixtures/decode-verdicts.json', import.meta.url), 'utf8'),
);
const kinds = await kindsByPath();
const codecs = new TypedCodecs(await loadTypeTable());

test.each(recorded.filter(({ warned }) => warned.status === 400))(
  '$path with $text is refused in the words of the real server',
  (verdict) => {
    const { message, problem, status } = refusalOf(() => decode(verdict));

    expect(message).toBe(verdict.warned.message);
    expect(message.endsWith(`: ${problem}`)).toBe(true);
    expect(status).toMatchObject({ code: 400, reason: 'BadRequest', message });
  },
);

describe.each(recorded.filter(({ warned }) => warned.status === 201))('$path with $text', (verdict) => {
  test('is read as by the real server · E8', () => {
    const { object } = decode(verdict);

    const values = Object.fromEntries(verdict.at.map((pointer) => [pointer, getByPointer(object, pointer)]));
    expect(textOf(values)).toBe(textOf(verdict.warned.values));
  });

  test('misses the fields that the real server misses · E4', () => {
    const { warnings = [] } = verdict.warned;
    const oddities = decode(verdict).unknownFields.map((field) => `unknown field "${field}"`);

    expect(oddities.join(', ')).toBe(strictProblem(verdict.strict));
    expect(oddities).toEqual(expect.arrayContaining([...warnings]));
  });
});

function decode({ path, text }: RecordedVerdict): ReturnType<Codec['decode']> {
  const { group = '', version = '', kind = '' } = kinds.get(path.replace('/namespaces/default/', '/')) ?? {};
  const { value, floats } = parseJsonWithNotes(text);
  return codecs.forKind(group, version, kind).decode(value as JsonObject, floats);
}

/** What the server refuses when it is strict; nothing when it does not. */
function strictProblem(message = ''): string {
  return message.replace(/^.* cannot be handled as a \w+: strict decoding error: /, '');
}

/** The text shows the order of fields, which a comparison of objects does not. */
const textOf = (value: unknown): string => JSON.stringify(value, undefined, 1);

function refusalOf(read: () => unknown): DecodeError {
  try {
    read();
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

/** Kinds by the path of their collection. */
async function kindsByPath(): Promise<Map<string, { group: string; version: string; kind: string }>> {
  const { groups } = await loadResources();
  return new Map(
    groups.flatMap(({ name: group, versions }) =>
      versions.flatMap(({ version, path, resources }) =>
        resources.map(({ plural, kind }) => [`${path}/${plural}`, { group, version, kind }] as const),
      ),
    ),
  );
}
