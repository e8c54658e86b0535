/**
 * Projects for tests, in a temporary folder that sees the packages of this repository as installed.
 */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli } from '@reeve/cli';
import type { Terminal } from '@reeve/cli';
import { executable } from '../executable.ts';
import { testTerminal } from '../test-terminal.ts';
import type { TestTerminal, TestTerminalOptions } from '../test-terminal.ts';

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** What a command printed, and how it ended. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A folder, removed at the end. */
export class TestProject implements Disposable {
  readonly path: string;

  constructor(path = mkdtempSync(join(tmpdir(), 'reeve-scaffold-'))) {
    this.path = path;
  }

  /** Sees what is installed here as its own. */
  install(): this {
    symlinkSync(modules, join(this.path, 'node_modules'));
    return this;
  }

  write(path: string, text: string): this {
    mkdirSync(dirname(this.file(path)), { recursive: true });
    writeFileSync(this.file(path), text);
    return this;
  }

  read(path: string): string {
    return readFileSync(this.file(path), 'utf8');
  }

  file(path: string): string {
    return join(this.path, path);
  }

  /** Every file with its text, what is installed left out. */
  files(below = ''): Record<string, string> {
    const all: Record<string, string> = {};
    for (const name of readdirSync(this.file(below)).toSorted()) {
      if (name === 'node_modules' || name === '.reeve') continue;
      const path = below === '' ? name : `${below}/${name}`;
      if (statSync(this.file(path)).isDirectory()) Object.assign(all, this.files(path));
      else all[path] = this.read(path);
    }
    return all;
  }

  terminal(options: Omit<TestTerminalOptions, 'folder'> = {}): TestTerminal {
    return testTerminal({ folder: this.path, ...options });
  }

  /** Runs `reeve WORDS` here, in this process. */
  async reeve(
    words: readonly string[],
    options: Omit<TestTerminalOptions, 'folder'> & { files?: Terminal['files'] } = {},
  ): Promise<Ran> {
    const terminal = this.terminal(options);
    const files = options.files ?? terminal.files;
    const code = await runCli(words, { terminal: { ...terminal, files } });
    return { code, ...terminal.printed };
  }

  /** Runs `reeve WORDS`, which must succeed. */
  async done(words: readonly string[]): Promise<Ran> {
    const ran = await this.reeve(words);
    if (ran.code !== 0) throw new Error(`reeve ${words.join(' ')} ended with ${ran.code}:\n${ran.out}${ran.err}`);
    return ran;
  }

  /** Runs a program of node_modules; what it prints is thrown when it fails. */
  program(name: string, args: readonly string[] = []): string {
    return this.node([join(modules, '.bin', name), ...args]);
  }

  /** Runs the real executable, in a process of its own: what loads programs needs its bundle. */
  executable(args: readonly string[]): string {
    return this.node([executable, ...args]);
  }

  node(args: readonly string[]): string {
    const { KUBECONFIG: _, VITEST: _v, ...env } = process.env;
    try {
      return execFileSync(process.execPath, args, {
        cwd: this.path,
        encoding: 'utf8',
        env: { ...env, NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A project as `init` makes it. */
export async function newProject(words: readonly string[] = []): Promise<TestProject> {
  const project = new TestProject().install();
  await project.done(['init', '--yes', '--name', 'shops', ...words]);
  return project;
}
