/** What Kubernetes' own libraries (apimachinery 0.36.4, Go 1.26) answered to many inputs, recorded under fixtures/. */
import { readFileSync } from 'node:fs';
import { hasCode } from '@reeve/machinery';

/** The recorded answers of that name, in the shape that the recorder gave them. */
export const vectors = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}-vectors.json`, import.meta.url), 'utf8'));

/** True when the input is refused with the error that is meant for wrong input. */
export function isRefused(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch (error) {
    return hasCode(error, 'REEVE_INVALID_INPUT');
  }
}

/** All names that were tried. */
export const triedNames = (): string[] => nameVectors().map((vector) => vector.in);

/** The tried names that upstream finds valid by that rule. */
export const upstreamValid = (rule: string): string[] =>
  nameVectors()
    .filter(({ valid }) => valid.includes(rule))
    .map((vector) => vector.in);

const nameVectors = () => (vectors('name') as { names: { in: string; valid: string[] }[] }).names;
