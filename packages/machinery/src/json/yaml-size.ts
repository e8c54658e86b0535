/**
 * How large a YAML text is at most, seen at one look over its characters. Libraries that read YAML recurse and compare keys with each other: a text that nests
 * without end ends the process, and one with very many nodes holds up everything else. What is small by these bounds is small; what is not has to be counted.
 */

/** Upper bounds. */
export interface YamlSize {
  /** How deeply the text can be nested. */
  readonly depth: number;
  /** How many keys, values and items it can have. */
  readonly nodes: number;
}

const lineFeed = 10;
const space = 32;

/** Bounds for the depth and the nodes of a text. Characters within texts count too, so the true numbers are lower. */
export function yamlSize(text: string): YamlSize {
  let nodes = 1;
  let opened = 0;
  let indent = 0;
  let deepestIndent = 0;
  let isAtStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isMark = isIndicator(code);
    if (isMark) nodes += 2; // a key and a value
    if (code === 91 || code === 123) opened += 1; // [ and {
    if (code === lineFeed) [isAtStart, indent] = [true, 0];
    else if (isAtStart && (code === space || isMark)) indent += 1;
    else isAtStart = false;
    if (indent > deepestIndent) deepestIndent = indent;
  }
  return { depth: 2 * deepestIndent + opened + 1, nodes }; // a list may stand below its key without more indentation
}

/** The characters with which nodes begin or end: `,` `-` `:` `?` `[` `{`. */
const isIndicator = (code: number): boolean =>
  code === 44 || code === 45 || code === 58 || code === 63 || code === 91 || code === 123;
