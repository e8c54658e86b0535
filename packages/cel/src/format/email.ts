/**
 * Mail addresses, with or without a name: `a@example.com`, `Ann <a@example.com>`, `a@example.com (Ann)`.
 * Upstream: mail.ParseAddress.
 */
import { readIpAddress } from '@reeve/machinery';

/** True of one mail address. */
export function isEmail(text: string): boolean {
  const plain = afterAddress(text.replace(blanks, ''));
  const rest = plain ?? afterNamedAddress(text);
  return rest !== undefined && withoutComments(rest) === '';
}

const blanks = /^[ \t]+/;
/** Everything printable, and all beyond ASCII, but what has a meaning in addresses. */
const atom = /^[!#-'*+\-./0-9=?A-Z^-~\u0080-\u{10ffff}]+/u;
const quoted = /^"(?:[ \t!#-[\]-~\u0080-\u{10ffff}]|\\[ \t!-~\u0080-\u{10ffff}])*"/u;
const literal = /^\[[!-Z^-~\u0080-\u{10ffff}]*\]/u;

/** What comes after `local@domain`; undefined if that is not how the text starts. */
function afterAddress(text: string): string | undefined {
  const local = quoted.exec(text) ?? dotAtom(text);
  if (local === null || local[0] === '""' || text[local[0].length] !== '@') return undefined;
  const rest = text.slice(local[0].length + 1).replace(blanks, '');
  const domain = literal.exec(rest) ?? dotAtom(rest);
  if (domain === null) return undefined;
  if (domain[0].startsWith('[') && readIpAddress(domain[0].slice(1, -1), 'strict') === undefined) return undefined;
  return rest.slice(domain[0].length);
}

/** An atom whose dots stand between other characters. */
function dotAtom(text: string): RegExpExecArray | null {
  const found = atom.exec(text);
  return found === null || /^\.|\.\.|\.$/.test(found[0]) ? null : found;
}

/** What comes after `name <local@domain>`. */
function afterNamedAddress(text: string): string | undefined {
  const rest = afterPhrase(text.replace(blanks, ''));
  if (rest?.startsWith('<') !== true) return undefined;
  const after = afterAddress(rest.slice(1).replace(blanks, ''));
  return after?.startsWith('>') === true ? after.slice(1) : undefined;
}

/** What comes after words, quoted or not, with comments between them. */
function afterPhrase(text: string): string | undefined {
  let rest: string | undefined = text;
  for (let words = 0; rest !== undefined; words++) {
    const word: RegExpExecArray | null = quoted.exec(rest) ?? atom.exec(rest);
    if (word === null) return rest.startsWith('<') || words > 0 ? rest : undefined;
    rest = withoutComments(rest.slice(word[0].length));
  }
  return undefined;
}

/** The text without the blanks and comments that it starts with; undefined if a comment does not end. */
function withoutComments(text: string): string | undefined {
  let rest = text.replace(blanks, '');
  while (rest.startsWith('(')) {
    const end = endOfComment(rest);
    if (end === undefined) return undefined;
    rest = rest.slice(end).replace(blanks, '');
  }
  return rest;
}

/** The place after the parenthesis that closes the first one; comments nest. */
function endOfComment(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return undefined;
}
