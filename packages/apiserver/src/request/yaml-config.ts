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
  const failure = failureOf(text);
  refuse(failure, () => refuseLargeYaml({ Lexer, Parser }, text));
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.1', merge: true, uniqueKeys: false });
  const [problem] = document.errors;
  if (problem) throw badRequest(`${failure}${yamlProblem(problem, text)}`);
  const value = refuse(failure, () => document.toJS({ maxAliasCount: 100 }) as unknown);
  return { value, duplicates: duplicatesIn(document.contents, { isScalar, visit }, lines) };
}

/** What begins like JSON goes through as it is, and is read as YAML only by whoever decodes it. */
const failureOf = (text: string): string =>
  /^\s*\{/u.test(text) ? 'error decoding patch: error converting YAML to JSON: yaml: ' : 'error encoding patch: yaml: ';

/** What the parser cannot take is a bad request. */
function refuse<T>(failure: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw badRequest(`${failure}${problem}`);
  }
}
