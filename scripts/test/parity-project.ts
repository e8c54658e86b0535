/**
 * A folder of its own for one test of `npm run parity`: behaviours, test sources and results, and the script as a child process on it.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../parity.mjs', import.meta.url));

/** The ids of the catalogue in the folder. */
export const [first, second, third] = ['Q-1', 'Q-2', 'Q-3'];

/** What follows the sentence in a title. */
export const quote = (...ids: string[]): string => ids.map((id) => ` · ${id}`).join('');

const behaviours = {
  families: {
    Q: {
      title: 'Queue',
      source: 'upstream',
      behaviours: {
        [first]: { name: 'A key waits once' },
        [second]: { name: 'Keys leave in order' },
        [third]: { name: 'A drain waits' },
      },
    },
    W: { title: 'Watch', source: 'upstream', behaviours: { W1: { name: 'Events are lines' } } },
  },
};

export const unitFile = 'packages/queue/test/queue.test.ts';
export const realFile = 'packages/queue/test-real/queue.test.ts';

interface Result {
  readonly title: string;
  readonly status: string;
  readonly groups?: readonly string[];
}

interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with the catalogue above, thrown away at the end of the test. */
export class Project implements Disposable {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'reeve-parity-')));

  constructor() {
    this.write('docs/behaviours.json', JSON.stringify(behaviours));
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true });
  }

  /** Marks a behaviour of the family Q as different on purpose. */
  differs(id: string, record: string): void {
    this.#change(id, { differs: record });
  }

  /** Gives parts to a behaviour of the family Q. */
  parts(id: string, parts: readonly string[]): void {
    this.#change(id, { parts });
  }

  unit(tests: readonly Result[]): void {
    this.#report('unit', unitFile, tests);
  }

  real(tests: readonly Result[], file = realFile): void {
    this.#report('real', file, tests);
  }

  parity(...args: string[]): Promise<Finished> {
    return run(script, [...args, '--root', this.root], this.root);
  }

  async counts(): Promise<Record<string, unknown>> {
    const { stdout } = await this.parity('--json');
    return (JSON.parse(stdout) as { families: Record<string, unknown> }).families;
  }

  page(): string {
    return readFileSync(join(this.root, 'docs/parity.md'), 'utf8');
  }

  row(id: string): string | undefined {
    return this.page()
      .split('\n')
      .find((line) => line.startsWith(`| ${id} |`));
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  #change(id: string, more: object): void {
    const copy = structuredClone(behaviours);
    Object.assign(copy.families.Q.behaviours[id] ?? {}, more);
    this.write('docs/behaviours.json', JSON.stringify(copy));
  }

  #report(suite: string, file: string, tests: readonly Result[]): void {
    const assertionResults = tests.map(({ title, status, groups = [] }) => ({
      ancestorTitles: groups,
      fullName: [...groups, title].join(' '),
      status,
      title,
      duration: 1,
      failureMessages: [],
    }));
    this.write(
      `.reeve/results/${suite}.json`,
      JSON.stringify({
        testResults: [{ name: join(this.root, file), status: 'passed', message: '', assertionResults }],
      }),
    );
  }
}

export function passed(title: string): Result {
  return { title, status: 'passed' };
}

export function run(program: string, args: readonly string[], cwd: string): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr });
    });
  });
}
