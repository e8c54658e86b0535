/**
 * A running `reeve dev`, read from its output. It is ended by its id, whatever happens.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const patienceMs = 120_000;

export class DevProcess {
  #child;
  #closed;
  /** What was printed and not yet looked at. */
  #shown = '';
  /** @type {() => void} */
  #look = () => {};

  /**
   * @param {string} folder
   * @param {readonly string[]} args
   */
  constructor(folder, args) {
    const { KUBECONFIG: _ambient, ...env } = process.env;
    this.#child = spawn(process.execPath, [join(folder, 'node_modules/reeve/dist/bundle/bin/reeve.js'), ...args], {
      cwd: folder,
      env: { ...env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        this.#shown += text;
        this.#look();
      });
    }
    /** @type {Promise<number | null>} */
    this.#closed = new Promise((resolve) => {
      this.#child.once('close', resolve);
    });
  }

  /**
   * Waits until something is printed, and gives the part that matched. What came before it is not looked at again.
   * @param {string | RegExp} wanted
   * @returns {Promise<string>}
   */
  async shows(wanted) {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    try {
      return await new Promise((resolve, reject) => {
        const fail = (/** @type {string} */ why) =>
          reject(new Error(`reeve dev ${why} before it showed ${String(wanted)}:\n${this.#shown}`));
        timer = setTimeout(() => fail('took too long'), patienceMs);
        void this.#closed.then((code) => fail(`ended with exit code ${code}`));
        this.#look = () => {
          const found = typeof wanted === 'string' ? wanted : wanted.exec(this.#shown)?.[0];
          const at = found === undefined ? -1 : this.#shown.indexOf(found);
          if (found === undefined || at < 0) return;
          this.#shown = this.#shown.slice(at + found.length);
          resolve(found);
        };
        this.#look();
      });
    } finally {
      clearTimeout(timer);
      this.#look = () => {};
    }
  }

  /** Ctrl-C: it must end in order. */
  async end() {
    this.#child.kill('SIGINT');
    const code = await this.#closed;
    if (code !== 0) throw new Error(`reeve dev ended with exit code ${code} after Ctrl-C:\n${this.#shown}`);
  }

  /** Ends it at once, if it has not ended. */
  async kill() {
    this.#child.kill('SIGKILL');
    await this.#closed;
  }
}
