/**
 * The body of an apply as YAML: its value, and the keys that are there twice. Loaded when a body is no JSON, or has such keys.
 */
import { LineCounter, parseDocument } from 'yaml';
import { badRequest } from '../error/status-error.ts';

export interface YamlConfig {
  readonly value: unknown;
  /** In the words of Go's YAML parser. */
  readonly duplicates: readonly string[];
}

const duplicateKey = 'DUPLICATE_KEY';

/** Reads the first document of a text. */
export function readYamlConfig(text: string): YamlConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.1', merge: true });
  const [problem] = document.errors.filter(({ code }) => code !== duplicateKey);
  if (problem) throw badRequest(`error decoding YAML: error converting YAML to JSON: yaml: ${problem.message}`);
  const duplicates = document.errors.map(({ pos: [start] }) => {
    const key = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^:\s]*))/s.exec(text.slice(start))?.slice(1).find(Boolean) ?? '';
    return `line ${lines.linePos(start).line}: key ${JSON.stringify(key)} already set in map`;
  });
  return { value: duplicates.length === 0 ? valueOf(document) : document.toJS({ maxAliasCount: 100 }), duplicates };
}

function valueOf(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw badRequest(
      `error decoding YAML: error converting YAML to JSON: yaml: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
