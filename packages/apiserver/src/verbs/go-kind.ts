/** What Go calls a JSON value when it does not fit. */
export function goKind(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : value === null ? 'null' : typeof value;
}
