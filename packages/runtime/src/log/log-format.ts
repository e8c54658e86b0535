/**
 * A line of a log for people: time, level, message, then the fields as they fit into a line; stack traces below it. Control characters are quoted: texts of
 * objects must neither begin a line of their own nor reach the terminal.
 */
import { visibleText } from '@reeve/machinery';

/** The levels, and pino's numbers for them. */
export const levelNumbers = { debug: 20, info: 30, warn: 40, error: 50 } as const;

/** How much is said. */
export type LogLevel = keyof typeof levelNumbers;

const colors: Readonly<Record<LogLevel, number>> = { debug: 90, info: 36, warn: 33, error: 31 };

/** One entry as people read it. */
export function prettyLine(entry: Readonly<Record<string, unknown>>, hasColors: boolean): string {
  const { time, level, message, ...fields } = entry;
  const stacks: string[] = [];
  const told = Object.entries(fields).map(([name, value]) => `${name}=${shown(value, stacks)}`);
  const head = `${String(time)} ${paint(level as LogLevel, hasColors)} ${visibleText([message, ...told].join(' '))}`;
  return `${[head, ...stacks].join('\n')}\n`;
}

const paint = (level: LogLevel, hasColors: boolean): string => {
  const word = level.toUpperCase().padEnd(5);
  return hasColors ? `\u001B[${colors[level]}m${word}\u001B[0m` : word;
};

function shown(value: unknown, stacks: string[]): string {
  if (typeof value === 'string') return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  if (!isRecord(value)) return JSON.stringify(value);
  const { kind, namespace, name, message, stack } = value;
  if (typeof stack === 'string') stacks.push(visibleText(stack, { keepsLines: true }).replaceAll(/^/gm, '    '));
  if (typeof message === 'string' && 'type' in value) return JSON.stringify(message);
  if (typeof kind === 'string' && typeof name === 'string') {
    return `${kind}/${typeof namespace === 'string' ? `${namespace}/` : ''}${name}`;
  }
  return JSON.stringify(value);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
