/**
 * Colours for people. There are none where nobody sees them: in a file or a pipe, in CI, on a dumb terminal, or where NO_COLOR asks for none.
 */
import type { Output, Terminal } from './terminal.ts';

/** Text with a colour around it, or plain. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** The style for one of the terminal's outputs. */
export function styleFor(output: Output, { variables }: Pick<Terminal, 'variables'>): Style {
  return hasColours(output, variables) ? colours : plain;
}

/** FORCE_COLOR wins over what is found out, NO_COLOR over everything. */
function hasColours({ isTty }: Output, variables: Terminal['variables']): boolean {
  const { NO_COLOR: no, FORCE_COLOR: force, CI: ci, TERM: term } = variables;
  if (no !== undefined && no !== '') return false;
  if (force !== undefined && force !== '' && force !== '0') return true;
  return isTty && term !== 'dumb' && (ci === undefined || ci === '' || ci === 'false');
}

/** What begins and ends our colours, to split texts at. */
// eslint-disable-next-line no-control-regex
export const ownColours = /(\u001B\[(?:1|2|22|3[1236]|39)m)/;

const paint =
  (on: number, off: number) =>
  (text: string): string =>
    `\u001B[${on}m${text}\u001B[${off}m`;

const colours: Style = {
  bold: paint(1, 22),
  dim: paint(2, 22),
  red: paint(31, 39),
  green: paint(32, 39),
  yellow: paint(33, 39),
  cyan: paint(36, 39),
};

const same = (text: string): string => text;
const plain: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };
