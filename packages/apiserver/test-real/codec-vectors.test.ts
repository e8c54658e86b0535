/**
 * Upstream's own round-trip vectors, one object per kind with every field set, as JSON and as protobuf: those of k8s.io/api in the Go module cache, alpha and
 * beta kinds included.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvelope, TypedCodecs, writeEnvelope } from '@reeve/apiserver';
import type { TypeTable } from '@reeve/kinds';
import type { JsonObject } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { readTypeTable } from '../../../tools/facts/type-table.mjs';
import { hasGo } from './has-go.ts';

interface Vector {
  readonly name: string;
  readonly json: JsonObject;
  readonly protobuf: Buffer;
}

const vectors = hasGo ? readVectors() : [];
const codecs = new TypedCodecs(hasGo ? ((await readTypeTable({ all: true })) as TypeTable) : { kinds: {}, types: {} });

describe.runIf(hasGo)('the vectors of k8s.io/api', () => {
  test('are all there', () => expect(vectors).toHaveLength(193));

  test.each(vectors)('$name is read from protobuf · N3', ({ name, json, protobuf }) => {
    const { apiVersion, kind, raw } = readEnvelope(protobuf);
    const typeMeta = kind === '' ? {} : { kind, apiVersion };

    expect(textOf({ ...typeMeta, ...codecOf(name).protobuf?.decode(raw) })).toBe(textOf(json));
  });

  test.each(vectors)('$name is written to protobuf, byte for byte · N4', ({ name, json, protobuf }) => {
    const { apiVersion, kind } = readEnvelope(protobuf);
    const raw = codecOf(name).protobuf?.encode(json as never) ?? new Uint8Array();

    expect(writeEnvelope({ apiVersion, kind, raw }).toString('hex')).toBe(protobuf.toString('hex'));
  });

  test.each(vectors)('$name passes through the JSON codec untouched', ({ name, json }) => {
    expect(codecOf(name).decode(json)).toEqual({ object: json, unknownFields: [] });
  });
});

function readVectors(): Vector[] {
  const module = execFileSync('go', ['list', '-m', '-f', '{{.Dir}}', 'k8s.io/api'], {
    cwd: fileURLToPath(new URL('../../../tools/facts/typetable', import.meta.url)),
    encoding: 'utf8',
  }).trim();
  const folder = join(module, 'testdata', 'HEAD');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.pb'))
    .map((file) => file.slice(0, -'.pb'.length))
    .map((name) => ({
      name,
      json: JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as JsonObject,
      protobuf: readFileSync(join(folder, `${name}.pb`)),
    }));
}

/** Files are called after group, version and kind: the one of an event says of itself nothing else. */
function codecOf(name: string): ReturnType<TypedCodecs['forKind']> {
  const parts = name.split('.');
  const [version = '', kind = ''] = parts.splice(-2);
  const group = parts.join('.');
  return codecs.forKind(group === 'core' ? '' : group, version, kind);
}

/** The text shows the order of fields, which a comparison of objects does not. */
const textOf = (value: unknown): string => JSON.stringify(value, undefined, 1);
