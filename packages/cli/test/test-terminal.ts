/**
 * A terminal for tests: what is printed is kept, files are real ones, signals come from the test. The kubeconfig of whoever runs the tests is never seen.
 */
import { delimiter } from 'node:path';
import { nodeFiles } from '@reeve/cli';
import type { Output, Terminal } from '@reeve/cli';

export interface TestTerminal extends Terminal {
  /** What was printed so far. */
  readonly printed: { readonly out: string; readonly err: string };
  /** Presses Ctrl-C, or sends SIGTERM. */
  signal(name?: 'SIGINT' | 'SIGTERM'): void;
  /** The exit codes that were asked for without waiting for the end. */
  readonly exits: readonly number[];
  /** Resolves when stdout or stderr has the text. */
  shows(text: string | RegExp): Promise<void>;
}

export interface TestTerminalOptions {
  /** The folder it is in; one that does not exist unless given. */
  readonly folder?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly isTty?: boolean;
}

export function testTerminal(options: TestTerminalOptions = {}): TestTerminal {
  const { folder = '/nowhere', variables = {}, stdin = '', isTty = false } = options;
  const texts = { out: '', err: '' };
  const exits: number[] = [];
  const waiting = new Set<() => void>();
  const listeners = new Map<string, Set<() => void>>();
  const listenersOf = (name: string): Set<() => void> => {
    const known = listeners.get(name) ?? new Set();
    listeners.set(name, known);
    return known;
  };
  const output = (name: 'out' | 'err'): Output => ({
    write: (text) => {
      texts[name] += text;
      for (const look of waiting) look();
    },
    isTty,
    columns: isTty ? 120 : undefined,
  });
  return {
    stdout: output('out'),
    stderr: output('err'),
    stdin: {
      isTty,
      text: () => Promise.resolve(stdin),
      async *lines() {
        yield* stdin.split('\n').slice(0, -1);
      },
    },
    variables,
    folder,
    files: nodeFiles,
    signals: {
      on: (name, listener) => listenersOf(name).add(listener),
      off: (name, listener) => listenersOf(name).delete(listener),
      exit: (code) => void exits.push(code),
    },
    environment: {
      variables,
      home: folder,
      pathDelimiter: delimiter,
      files: {
        read: (path) => nodeFiles.read(path),
        // a kubeconfig may be a link, which stays one
        replace: async (path, text) =>
          await nodeFiles.write((await nodeFiles.real(path)) ?? path, text, { isPrivate: true }),
        createLock: (path) => nodeFiles.create(path),
        remove: (path) => nodeFiles.remove(path),
      },
    },
    printed: texts,
    exits,
    signal: (name = 'SIGINT') => {
      for (const listener of listenersOf(name)) listener();
    },
    shows: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          const all = texts.out + texts.err;
          if (typeof text === 'string' ? !all.includes(text) : !text.test(all)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
