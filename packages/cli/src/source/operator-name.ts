/**
 * What an operator is called when nobody says it.
 */
import { basename, extname } from 'node:path';

/** The name of the file, as a name for objects. */
export function operatorName(file: string): string {
  const name = basename(file, extname(file))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 50);
  return name === '' ? 'operator' : name;
}
