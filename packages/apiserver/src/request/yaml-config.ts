/**
 * The body of an apply as YAML: its value, and the keys that are there twice. Loaded when a body is no JSON, or has such keys.
 */
import { LineCounter, Lexer, parseDocument, Parser } from 'yaml';
import { badRequest } from '../error/status-error.ts';
import { refuseDeepYaml } from './yaml-depth.ts';
import { yamlProblem } from './yaml-problem.ts';

export interface YamlConfig {
  readonly value: unknown;
  /** In the words of Go's YAML parser. */
  readonly duplicates: readonly string[];
}

const duplicateKey = 'DUPLICATE_KEY';

/** Reads the first document of a text. */
export function readYamlConfig(text: string): YamlConfig {
  refuse(() => refuseDeepYaml({ Lexer, Parser }, text));
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.1', merge: true });
  const [problem] = document.errors.filter(({ code }) => code !== duplicateKey);
  if (problem)
    throw badRequest(`error decoding YAML: error converting YAML to JSON: yaml: ${yamlProblem(problem, text)}`);
  const duplicates = document.errors.map(({ pos: [start] }) => {
    const key = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^:\s]*))/s.exec(text.slice(start))?.slice(1).find(Boolean) ?? '';
    return `line ${lines.linePos(start).line}: key ${JSON.stringify(key)} already set in map`;
  });
  return { value: duplicates.length === 0 ? valueOf(document) : document.toJS({ maxAliasCount: 100 }), duplicates };
}

const valueOf = (document: ReturnType<typeof parseDocument>): unknown =>
  refuse(() => document.toJS({ maxAliasCount: 100 }) as unknown);

/** What the parser cannot take is a bad request. */
function refuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw badRequest(`error decoding YAML: error converting YAML to JSON: yaml: ${problem}`);
  }
}
