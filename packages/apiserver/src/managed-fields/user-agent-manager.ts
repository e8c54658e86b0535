/**
 * The name of a manager that does not give one: what its User-Agent says before the first slash. Upstream: managerOrUserAgent of apiserver.
 */
import { maxFieldManagerLength } from '@reeve/machinery';

const unprintable = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

/** Characters that cannot be printed are left out, and what does not fit is cut off. */
export function managerFromUserAgent(userAgent: string): string {
  const [product = ''] = userAgent.split('/');
  let name = '';
  let bytes = 0;
  for (const character of product) {
    if (unprintable.test(character)) continue;
    bytes += Buffer.byteLength(character);
    if (bytes > maxFieldManagerLength) break;
    name += character;
  }
  return name;
}
