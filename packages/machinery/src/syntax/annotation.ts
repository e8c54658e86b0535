/**
 * What annotations may be: a key is a qualified name in which upper case does not matter, a value is any text, and all of
 * them together stay within 256 KiB.
 * Upstream: apimachinery api/validation ValidateAnnotations.
 */
import { qualifiedNameProblems } from './qualified-name.ts';

/** How many bytes the keys and values of one object's annotations may have together. */
export const maxAnnotationsBytes = 256 * 1024;

/** The problems of an annotation's key. */
export const annotationKeyProblems = (key: string): string[] => qualifiedNameProblems(key.toLowerCase());

/** True of a text that may be the key of an annotation. */
export const isAnnotationKey = (key: string): boolean => annotationKeyProblems(key).length === 0;

/** The bytes of all keys and values together, in UTF-8. */
export function annotationsBytes(annotations: Readonly<Record<string, string>>): number {
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  return bytes;
}

/** The problem of annotations that are too large together: at most one. */
export function annotationsSizeProblems(annotations: Readonly<Record<string, string>>): string[] {
  const bytes = annotationsBytes(annotations);
  if (bytes <= maxAnnotationsBytes) return [];
  return [`annotations have ${bytes} bytes together, more than the limit of ${maxAnnotationsBytes}`];
}
