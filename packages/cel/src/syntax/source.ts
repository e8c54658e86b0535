/**
 * The text of an expression, and what is wrong with it. Positions are shown as cel-go shows them: line and column in code
 * points, the line itself, and a caret under the place.
 */

/** What is wrong with an expression, and where. */
export interface CompileIssue {
  readonly message: string;
  /** From 1; -1 if the issue is with the whole expression. */
  readonly line: number;
  /** In code points from 1; 0 if the issue is with the whole expression. */
  readonly column: number;
  /** The whole as cel-go prints it: `ERROR: <input>:1:5: …`, the line, and the caret. */
  readonly text: string;
}

/** Longer lines are not shown. */
const longestSnippet = 16_384;

/** An expression's text. */
export class Source {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The issue at an offset in UTF-16 units; without one it is with the whole expression. */
  issue(message: string, offset?: number): CompileIssue {
    if (offset === undefined) return { message, line: -1, column: 0, text: `ERROR: <input>:-1:0: ${message}` };
    const before = this.text.slice(0, offset);
    const lineStart = before.lastIndexOf('\n') + 1;
    const line = before.split('\n').length;
    const characters = Array.from(this.text.slice(lineStart, offset));
    const column = characters.length + 1;
    const lineEnd = this.text.indexOf('\n', lineStart);
    const snippet = this.text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd);
    const dots = characters.map((character) => (isWide(character) ? '．' : '.')).join('');
    const caret = isWide(snippet.slice(offset - lineStart)) ? '＾' : '^';
    const head = `ERROR: <input>:${line}:${column}: ${message}`;
    if (snippet.length > longestSnippet) return { message, line, column, text: head };
    return { message, line, column, text: `${head}\n | ${snippet.replaceAll('\t', ' ')}\n | ${dots}${caret}` };
  }
}

/** True for a text that begins with a character beyond ASCII, under which cel-go puts wide dots. */
function isWide(text: string): boolean {
  return text.charCodeAt(0) > 0x7f;
}
