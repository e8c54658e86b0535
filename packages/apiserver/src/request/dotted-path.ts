/**
 * A JSON Pointer as the server writes paths: `/spec/ports/0/name` is `spec.ports[0].name`.
 */
import { parseJsonPointer } from '@reeve/machinery';

export function dottedPath(pointer: string): string {
  return parseJsonPointer(pointer)
    .map((token, index) => (/^[0-9]+$/.test(token) ? `[${token}]` : `${index === 0 ? '' : '.'}${token}`))
    .join('');
}
