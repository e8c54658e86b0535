/**
 * Columns that the person chose: `NAME:.metadata.name,IMAGE:.spec.containers[*].image`. Upstream: kubectl get -o custom-columns.
 */
import { followJsonPath, type JsonPathStep, parseJsonPath, printFound } from '@reeve/machinery';
import { CliError } from '../../error/cli-error.ts';

/** A column: its title, and where its cells are. */
export interface CustomColumn {
  readonly title: string;
  readonly steps: readonly JsonPathStep[];
}

/** Columns that cannot be read. */
export class ColumnsError extends CliError {
  constructor(problem: string) {
    super('REEVE_COLUMNS', problem, { next: 'write them as in -o custom-columns=NAME:.metadata.name' });
  }
}

/** Reads the columns. */
export function parseColumns(text: string): CustomColumn[] {
  if (text === '') throw new ColumnsError('custom-columns format specified but no custom columns given');
  return splitColumns(text).map((part) => {
    const at = part.indexOf(':');
    if (at < 0) throw new ColumnsError(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
    return { title: part.slice(0, at), steps: relaxedPath(part.slice(at + 1)) };
  });
}

/** A path with or without braces and a leading dot, as `--sort-by` and columns take it. */
export function relaxedPath(text: string): JsonPathStep[] {
  const bare = /^\{(.*)\}$/s.exec(text.trim())?.[1] ?? text.trim();
  return parseJsonPath(/^[.[$@]/.test(bare) ? bare : `.${bare}`, (problem) => new ColumnsError(problem));
}

/** The cells of an object. */
export const columnCells = (columns: readonly CustomColumn[], object: unknown): string[] =>
  columns.map(({ steps }) => {
    const found = followJsonPath(steps, object).filter((value) => value !== undefined);
    return found.length === 0 ? '<none>' : found.map((value) => (value === null ? '<none>' : goText(value))).join(',');
  });

/** Lists and maps look as Go prints them, which is what kubectl shows here. */
function goText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (typeof value !== 'object' || value === null) return printFound(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const entries = Object.keys(fields).toSorted();
  return `map[${entries.map((key) => `${key}:${goText(fields[key])}`).join(' ')}]`;
}

/** Commas in brackets separate nothing. */
function splitColumns(text: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    if (char === '[' || char === '(') depth += 1;
    if (char === ']' || char === ')') depth -= 1;
    if (char !== ',' || depth > 0) continue;
    parts.push(text.slice(start, index));
    start = index + 1;
  }
  return [...parts, text.slice(start)];
}
