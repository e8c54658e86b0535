/**
 * The body of an apply as YAML: its value, and the keys that are there twice. Loaded when a body is no JSON, or has such keys.
 */
import { isScalar, LineCounter, Lexer, parseDocument, Parser, visit } from 'yaml';
import { badRequest } from '@reeve/registry';
import { duplicatesIn } from './yaml-body.ts';
import { refuseLargeYaml } from './yaml-limits.ts';
import { yamlProblem } from './yaml-problem.ts';

export interface YamlConfig {
  readonly value: unknown;
  /** In the words of Go's YAML parser. */
  readonly duplicates: readonly string[];
}

/** Reads the first document of a text. */
export function readYamlConfig(text: string): YamlConfig {
  refuse(() => refuseLargeYaml({ Lexer, Parser }, text));
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.1', merge: true, uniqueKeys: false });
  const [problem] = document.errors;
  if (problem)
    throw badRequest(`error decoding YAML: error converting YAML to JSON: yaml: ${yamlProblem(problem, text)}`);
  return { value: valueOf(document), duplicates: duplicatesIn(document.contents, { isScalar, visit }, lines) };
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
