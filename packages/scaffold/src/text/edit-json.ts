/**
 * Changes single values of a JSON text and leaves everything else as a person wrote it: order of keys, spaces, line ends.
 */

/** A JSON value that is written. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

/** A value in a text. */
interface Node {
  readonly start: number;
  readonly end: number;
  /** Members of an object, with the place where each begins. */
  readonly members?: readonly { readonly name: string; readonly start: number; readonly value: Node }[];
  readonly items?: readonly Node[];
}

/** Puts a value at a path, in place of what is there, or after the last member or item. Objects on the way are made. A path part `-` stands behind the last item of a list. */
export function setInJson(text: string, path: readonly string[], value: Json): string {
  let node = parseNodes(text);
  for (const [at, name] of path.entries()) {
    const found = childOf(node, name);
    if (found === undefined) return insert(text, node, name, nested(path.slice(at + 1), value), at + 1);
    node = found;
  }
  return text.slice(0, node.start) + written(text, value, path.length) + text.slice(node.end);
}

/** Takes a member or an item out of a text. */
export function removeFromJson(text: string, path: readonly string[]): string {
  let parent: Node | undefined = parseNodes(text);
  for (const name of path.slice(0, -1)) parent = parent && childOf(parent, name);
  const last = path.at(-1) ?? '';
  const parts =
    parent?.members ?? parent?.items?.map((item, at) => ({ name: String(at), start: item.start, value: item }));
  const index = parts?.findIndex(({ name }) => name === last) ?? -1;
  if (parts === undefined || parent === undefined || index < 0) return text;
  const [before, own, after] = [parts[index - 1], parts[index], parts[index + 1]];
  if (own === undefined) return text;
  if (parts.length === 1) return text.slice(0, parent.start + 1) + text.slice(parent.end - 1);
  if (before === undefined) return text.slice(0, own.start) + text.slice(after?.start ?? own.value.end);
  return text.slice(0, before.value.end) + text.slice(own.value.end);
}

/** A value as text, with the indentation of the file. */
export const jsonText = (value: Json, indent: number | string = 2): string =>
  `${JSON.stringify(value, undefined, indent)}\n`;

const nested = (path: readonly string[], value: Json): Json => {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  return name === '-' ? [nested(rest, value)] : { [name]: nested(rest, value) };
};

const childOf = (node: Node, name: string): Node | undefined =>
  node.members?.find((member) => member.name === name)?.value ??
  (node.items && /^\d+$/.test(name) ? node.items[Number(name)] : undefined);

function insert(text: string, node: Node, name: string, value: Json, depth: number): string {
  const parts = node.members?.map((member) => member.value) ?? node.items;
  if (parts === undefined) throw new SyntaxError(`there is a value where ${name} is to be put`);
  const put = `${node.members === undefined ? '' : `${JSON.stringify(name)}: `}${written(text, value, depth)}`;
  const last = parts.at(-1);
  const unit = indentOf(text);
  const isInline = last !== undefined && !text.slice(node.start, node.end).includes('\n');
  const line = isInline ? ' ' : `\n${unit.repeat(depth)}`;
  if (last !== undefined) return `${text.slice(0, last.end)},${line}${put}${text.slice(last.end)}`;
  return `${text.slice(0, node.start + 1)}${line}${put}\n${unit.repeat(depth - 1)}${text.slice(node.end - 1)}`;
}

function written(text: string, value: Json, depth: number): string {
  const unit = indentOf(text);
  const lines = JSON.stringify(value, undefined, unit).split('\n');
  return lines.map((line, at) => (at === 0 ? line : unit.repeat(depth) + line)).join('\n');
}

/** What the first line inside begins with. */
const indentOf = (text: string): string => /^\s*[{[]\r?\n([ \t]+)/.exec(text)?.[1] ?? '  ';

function parseNodes(text: string): Node {
  let at = 0;
  const space = (): void => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  const string = (): string => {
    const start = at;
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    at += 1;
    return JSON.parse(text.slice(start, at)) as string;
  };
  const list = <T>(close: string, part: () => T): T[] => {
    const parts: T[] = [];
    at += 1;
    for (space(); text[at] !== close; space()) {
      if (parts.length > 0) at += 1; // the comma
      space();
      parts.push(part());
    }
    at += 1;
    return parts;
  };
  const value = (): Node => {
    const start = at;
    if (text[at] === '{') {
      const members = list('}', () => {
        const from = at;
        const name = string();
        space();
        at += 1; // the colon
        space();
        return { name, start: from, value: value() };
      });
      return { start, end: at, members };
    }
    if (text[at] === '[') {
      const items = list(']', value);
      return { start, end: at, items };
    }
    if (text[at] === '"') string();
    else while (at < text.length && !/[\s,\]}]/.test(text[at] ?? '')) at += 1;
    return { start, end: at };
  };
  JSON.parse(text); // what is no JSON is refused before it is walked
  space();
  return value();
}
