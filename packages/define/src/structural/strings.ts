/**
 * Strings: formats that a server knows stay and speak for themselves; others become the pattern that stands for them. Patterns are RE2, and are compiled here, so
 * that a pattern that no server takes is found when the definition is made.
 */
import { compilePattern, formatTest } from '@reeve/schema';
import type { Place, Structural } from './structuralize.ts';

/** The keywords of a string that change; none for other types. */
export function stringKeywords(schema: Structural, place: Place): Structural {
  if (schema['type'] !== 'string') return {};
  const format = formatKeywords(schema, place);
  checkPattern(format['pattern'], place);
  return { ...format, ...junctorPatterns(schema, place) };
}

/** Formats of libraries that a server knows by another name. */
const otherNames: Readonly<Record<string, string>> = { base64: 'byte', cidrv4: 'cidr', cidrv6: 'cidr' };

function formatKeywords(schema: Structural, { path, notes }: Place): Structural {
  const { format: given, pattern } = schema;
  if (typeof given !== 'string') return { pattern };
  const format = otherNames[given] ?? given;
  if (format === 'duration' && pattern !== undefined) {
    notes.problems.add(path, 'a server reads durations as 1h30m, not as P1DT2H', 'write k.duration()');
    return {};
  }
  if (formatTest(format) !== undefined) return { format, pattern: undefined };
  if (pattern === undefined && !partOfJunctor.has(given)) {
    notes.warnings.add(path, `no server checks the format ${given}`, 'add a .regex(), or leave the format out');
  }
  return { format: undefined, pattern };
}

/** What zod calls a format when it prints the pattern elsewhere. */
const partOfJunctor = new Set(['starts_with', 'ends_with', 'includes', 'regex', 'lowercase', 'uppercase']);

function checkPattern(pattern: unknown, { path, notes }: Place): void {
  if (typeof pattern !== 'string') return;
  try {
    compilePattern(pattern);
  } catch (cause) {
    const reason = `the pattern ${pattern} is not RE2 (${cause instanceof Error ? cause.message : String(cause)})`;
    notes.problems.add(
      path,
      reason,
      'RE2 has no look-around and no back-references: say it otherwise, or with k.rule()',
    );
  }
}

/** Several patterns stand in `allOf`, where a server takes no type. */
function junctorPatterns(schema: Structural, place: Place): Structural {
  const clauses = schema['allOf'];
  if (!Array.isArray(clauses)) return {};
  const patterns: unknown[] = clauses.map((clause: Structural) => clause['pattern']).filter((one) => one !== undefined);
  for (const pattern of patterns) checkPattern(pattern, place);
  return { allOf: patterns.map((pattern) => ({ pattern })) };
}
