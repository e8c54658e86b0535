/**
 * The terminal of this process; an edge. A reader that goes away (`reeve get pods | head`) ends the process quietly.
 */
import { homedir } from 'node:os';
import { delimiter } from 'node:path';
import { createInterface } from 'node:readline';
import { isatty } from 'node:tty';
import { nodeFiles } from './node-files.ts';
import type { Input, Output, Terminal } from './terminal.ts';

/** The process as commands see it. */
export function nodeTerminal(): Terminal {
  const { env: variables } = process;
  return {
    stdout: outputOf(process.stdout, 1),
    stderr: outputOf(process.stderr, 2),
    stdin: standardInput,
    variables,
    folder: process.cwd(),
    files: nodeFiles,
    signals: process,
    environment: {
      variables,
      home: variables['HOME'] || homedir(),
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
  };
}

/** Runs a program and ends the process with its exit code, when everything printed has left. */
export async function endWith(program: (terminal: Terminal) => Promise<number>): Promise<never> {
  const code = await program(nodeTerminal());
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(code);
}

function outputOf(stream: NodeJS.WriteStream, fd: number): Output {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0); // nobody reads on
    throw error;
  });
  const isTty = isatty(fd);
  return {
    write: (text) => void stream.write(text),
    isTty,
    get columns() {
      return isTty ? stream.columns : undefined;
    },
  };
}

const standardInput: Input = {
  isTty: isatty(0),
  async text() {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array)); // no encoding is set
    return Buffer.concat(chunks).toString('utf8');
  },
  async *lines(prompt, signal) {
    const { stdin: input, stdout: output } = process;
    const reader = createInterface({ input, output, prompt: this.isTty ? prompt : '', terminal: this.isTty });
    const end = (): void => reader.close();
    signal.addEventListener('abort', end, { once: true });
    reader.on('SIGINT', end);
    try {
      reader.prompt();
      for await (const line of reader) {
        yield line;
        reader.prompt();
      }
    } finally {
      signal.removeEventListener('abort', end);
      reader.close();
    }
  },
};

const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => void stream.write('', () => resolve()));
