/**
 * What is printed shows what objects and servers say, and obeys none of it: control characters could write the clipboard, the title or other text than what is there. Each is
 * written as its escape; line breaks, tabs and our own colours stay.
 */
import { visibleText } from '@reeve/machinery';
import { ownColours } from './style.ts';
import type { Output, Terminal } from './terminal.ts';

/** A text with lines as it is printed. */
export const visibleLines = (text: string): string =>
  text
    .split(ownColours)
    .map((part, at) => (at % 2 === 1 ? part : visibleText(part, { keepsLines: true }))) // each second part is a colour
    .join('');

/** The terminal, as commands have it. A pipe gets the bytes of what is written there as it is: `-o jsonpath` fills files. */
export function visibleTerminal({
  stdout,
  stderr,
  stdin,
  variables,
  folder,
  files,
  signals,
  environment,
}: Terminal): Terminal {
  return {
    stdout: visible(stdout, (text) => visibleText(text, { keepsLines: true })),
    stderr: visible(stderr, visibleLines),
    stdin,
    variables,
    folder,
    files,
    signals,
    environment,
  };
}

const visible = (output: Output, shown: (text: string) => string): Output =>
  output.isTty
    ? {
        write: (text) => output.write(shown(text)),
        isTty: true,
        get columns() {
          return output.columns;
        },
      }
    : output;
