/**
 * A walk through kubectl: every command runs on the embedded server and on a real one, and both must print the same. Each test has a namespace of its own.
 */
import { deepStrictEqual } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { Kubectl, settled } from './kubectl.ts';
import type { Outcome } from './run.ts';

interface Pair {
  readonly namespace: string;
  readonly onReal: Kubectl;
  readonly onOurs: Kubectl;
}

export class KubectlWalk {
  readonly #real: ProvidedCluster;
  #embedded: Embedded | undefined;
  #pair: Pair | undefined;

  constructor(real: ProvidedCluster) {
    this.#real = real;
    beforeAll(async () => {
      this.#embedded = await startEmbedded();
    });
    afterAll(() => this.#embedded?.[Symbol.asyncDispose]());
    beforeEach(() => this.#begin());
  }

  /** The namespace of the present test. */
  get namespace(): string {
    return this.#both.namespace;
  }

  get onReal(): Kubectl {
    return this.#both.onReal;
  }

  get onOurs(): Kubectl {
    return this.#both.onOurs;
  }

  /** Runs a command on both servers; what they say must be the same, and is returned. */
  async both(args: readonly string[], input?: string, env?: NodeJS.ProcessEnv): Promise<Outcome> {
    const { onReal, onOurs } = this.#both;
    const [expected, seen] = await Promise.all([onReal.run(args, input, env), onOurs.run(args, input, env)]);
    const command = args.join(' ');
    deepStrictEqual({ command, ...settled(seen) }, { command, ...settled(expected) });
    return settled(seen);
  }

  /** Runs a command line on both servers; it must succeed, and what it printed is returned. */
  async prints(line: string, input?: string, env?: NodeJS.ProcessEnv): Promise<string> {
    const { code, stdout, stderr } = await this.both(wordsOf(line), input, env);
    deepStrictEqual({ line, code, stderr }, { line, code: 0, stderr: '' });
    return stdout;
  }

  /** Runs a command line on both servers; it must fail, and its complaint is returned. */
  async complains(line: string, input?: string): Promise<string> {
    const { code, stderr } = await this.both(wordsOf(line), input);
    deepStrictEqual({ line, code }, { line, code: 1 });
    return stderr;
  }

  get #both(): Pair {
    if (this.#pair === undefined) throw new Error('a walk has servers only inside a test');
    return this.#pair;
  }

  async #begin(): Promise<() => Promise<void>> {
    const namespace = `walk-${randomBytes(4).toString('hex')}`;
    const options = { assets: this.#real.assets ?? '', namespace };
    const onReal = new Kubectl({ ...options, kubeconfig: this.#real.kubeconfig });
    const onOurs = new Kubectl({ ...options, kubeconfig: this.#embedded?.kubeconfig ?? '' });
    this.#pair = { namespace, onReal, onOurs };
    await this.both(['create', 'namespace', namespace]);
    return async () => {
      await onReal.run(['delete', 'namespace', namespace, '--wait=false']); // the cluster may be one that stays
      onReal[Symbol.dispose]();
      onOurs[Symbol.dispose]();
    };
  }
}

/** The words of a command line; ␣ stands for a blank inside a word. */
export const wordsOf = (line: string): string[] => line.split(' ').map((word) => word.replaceAll('␣', ' '));

/** Waits until a server lists a new resource in discovery. kubectl keeps what it has found, so each look is a fresh one. */
export async function untilFound(kubectl: Kubectl, resource: string): Promise<void> {
  for (let look = 0; look < 100; look += 1) {
    const { stdout } = await kubectl.run(['api-resources', '-o', 'name', '--cached=false']);
    if (stdout.includes(resource)) return;
  }
  throw new Error(`${resource} is not in discovery`);
}
