/**
 * A value as it stands in a program: short ones in a line, quoted as people quote.
 */

/** The text of an object, a list or a simple value. */
export function literal(value: unknown, depth = 1): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"')
      .replaceAll("'", String.raw`\'`)}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const space = '  '.repeat(depth);
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, depth + 1))
    : Object.entries(value).map(
        ([key, member]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`}: ${literal(member, depth + 1)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  const line = `${open} ${parts.join(', ')} ${close}`;
  if (line.length < 80 && !line.includes('\n')) return Array.isArray(value) ? `[${parts.join(', ')}]` : line;
  return `${open}\n${parts.map((part) => `${space}  ${part},`).join('\n')}\n${space}${close}`;
}
