/**
 * Text from outside as a terminal or a log line may show it. Control characters would move the cursor, change colours, write the clipboard or begin a
 * new line, and characters that change the direction of writing would show another text than the one that is there. Each is written as its escape instead.
 * Upstream: kubectl's terminal escaping (k8s.io/cli-runtime printers WriteEscaped).
 */

/** What may stay. */
export interface VisibleTextOptions {
  /** True leaves line breaks (`\n`) and tabs as they are: for texts of several lines. */
  readonly keepsLines?: boolean | undefined;
}

/**
 * The text with each control character (C0, DEL, C1), line or paragraph separator and bidirectional formatting character written as an escape: `\u001b`,
 * `\u202e`; line breaks, carriage returns and tabs as `\n`, `\r`, `\t`. A text without them is given back as it is.
 */
export const visibleText = (text: string, { keepsLines = false }: VisibleTextOptions = {}): string => {
  if (!unsafe.test(text)) return text;
  return text.replaceAll(eachUnsafe, (char) => (keepsLines && (char === '\n' || char === '\t') ? char : escaped(char)));
};

/** Cc is C0, DEL and C1; the others are line separators, and marks, embeddings, overrides and isolates of the bidirectional algorithm. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const eachUnsafe = new RegExp(unsafe, 'gu');

const escaped = (char: string): string =>
  shortEscapes[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
