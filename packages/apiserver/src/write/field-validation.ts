/**
 * Applies `fieldValidation` to unknown and duplicate fields: refuses them, adds warnings, or ignores them.
 */
import { badRequest, type ServedResource } from '@reeve/registry';
import type { FieldValidation } from '../request/write-options.ts';

export function applyFieldValidation(
  oddities: readonly string[],
  validation: FieldValidation,
  resource: ServedResource,
  warnings: string[],
): void {
  if (oddities.length === 0 || validation === 'Ignore') return;
  if (validation === 'Warn') warnings.push(...oddities);
  else
    throw badRequest(
      `${resource.kind} in version ${JSON.stringify(resource.version)} cannot be handled as a ${resource.kind}: strict decoding error: ${headed(oddities).join(', ')}`,
    );
}

/** Keys that come twice in YAML stand under one heading, a line each. */
function headed(oddities: readonly string[]): readonly string[] {
  const lines = oddities.filter((text) => text.startsWith('line '));
  if (lines.length === 0) return oddities;
  return [
    `yaml: unmarshal errors:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    ...oddities.filter((text) => !lines.includes(text)),
  ];
}
