/**
 * A credential from a plugin. However many requests wait for it, one process runs at a time; what it printed holds until it expires or the server does
 * not accept it any more. A plugin that does not end is ended, after a minute or when nobody waits for it any more; one that does not help (its credential
 * has expired already, or is not accepted) is not started for each request.
 * Upstream: client-go plugin/pkg/client/auth/exec.
 */
import { DeadlineError, deepEqual, orAbort, parseJson, stringifyJson, visibleText, type Clock } from '@reeve/machinery';
import { CredentialError } from './credential-error.ts';
import type { Asker, ClientCertificate, Credential } from './credential.ts';
import { readExecAnswer, type ExecAnswer } from './exec-answer.ts';
import { execApiVersions, type ExecCluster, type ExecPolicy, type ExecSettings } from './exec-settings.ts';
import type { PluginCall, PluginResult, PluginRunner } from './run-plugin.ts';
import { Secret, revealed } from './secret.ts';

/** A plugin, and what it may know and do. */
export interface ExecCredentialOptions {
  readonly clock: Clock;
  readonly settings: ExecSettings;
  /** What the plugin is told when it asks for it. */
  readonly cluster: () => Promise<ExecCluster>;
  readonly policy?: ExecPolicy | undefined;
  readonly runner: PluginRunner;
  /** Told how each start of the plugin ended. */
  readonly onCall?: ((result: PluginResult) => void) | undefined;
}

const hintsPerHour = 10;
const hourMs = 3_600_000;

/** How long a plugin may take that asks nobody. */
const longestRunMs = 60_000;

/** How long a plugin rests after a start that did not help. */
const restMs = 10_000;

/** A start of the plugin, and who waits for it. */
interface Run {
  readonly answer: Promise<ExecAnswer>;
  readonly abort: AbortController;
  waiting: number;
}

/** A credential from a plugin. */
export class ExecCredential implements Credential {
  readonly #options: ExecCredentialOptions;
  #answer: ExecAnswer | undefined;
  #running: Run | undefined;
  /** When the plugin gave its last answer, and when it was last started because a server did not accept one. */
  #answeredAt = -Infinity;
  #refreshedAt = -Infinity;
  #hints = { since: -Infinity, given: 0 };

  constructor(options: ExecCredentialOptions) {
    const { command, apiVersion } = options.settings;
    if (!execApiVersions.some((known) => known === apiVersion)) {
      throw new CredentialError(
        `the credential plugin ${command} is configured for ${apiVersion}, which nobody speaks any more: write ${execApiVersions.join(' or ')} as apiVersion`,
      );
    }
    this.#options = options;
  }

  authorization(asker?: Asker): string | undefined | Promise<string | undefined> {
    const answer = this.#current(asker);
    return answer instanceof Promise ? answer.then(({ authorization }) => authorization) : answer.authorization;
  }

  certificate(asker?: Asker): ClientCertificate | undefined | Promise<ClientCertificate | undefined> {
    const answer = this.#current(asker);
    return answer instanceof Promise ? answer.then(({ certificate }) => certificate) : answer.certificate;
  }

  async refresh(shown: string | undefined, asker?: Asker): Promise<string | undefined> {
    const isNews = this.#answer !== undefined && this.#answer.authorization !== shown;
    if (!isNews && this.#running === undefined) {
      if (this.#isResting(this.#refreshedAt)) return undefined; // the last one was not accepted either
      this.#refreshedAt = this.#options.clock.monotonic();
    }
    const { authorization } = await (isNews ? this.#current(asker) : this.#run(asker));
    return authorization === shown ? undefined : authorization;
  }

  close(): void {
    if (this.#running !== undefined) this.#stop(this.#running);
  }

  #current(asker?: Asker): ExecAnswer | Promise<ExecAnswer> {
    const answer = this.#answer;
    if (answer === undefined) return this.#run(asker);
    const hasExpired = answer.expiresAt !== undefined && this.#options.clock.now() > answer.expiresAt;
    return hasExpired && !this.#isResting(this.#answeredAt) ? this.#run(asker) : answer;
  }

  #isResting(since: number): boolean {
    return this.#options.clock.monotonic() - since < restMs;
  }

  /** Whoever gives up waiting leaves the process to the others; the last to give up ends it. */
  async #run(asker?: Asker): Promise<ExecAnswer> {
    const run = (this.#running ??= this.#start());
    const { signal } = asker ?? {};
    run.waiting += 1;
    try {
      return await (signal === undefined ? run.answer : orAbort(run.answer, signal));
    } catch (error) {
      throw error instanceof DeadlineError ? this.#tooLate(error) : error;
    } finally {
      run.waiting -= 1;
      if (run.waiting === 0) this.#stop(run);
    }
  }

  #start(): Run {
    const abort = new AbortController();
    const run: Run = {
      answer: this.#ask(abort.signal).finally(() => {
        if (this.#running === run) this.#running = undefined;
      }),
      abort,
      waiting: 0,
    };
    run.answer.catch(() => {}); // heard by those who wait, of whom there may be none any more
    return run;
  }

  /** Whoever asks from now on starts the plugin anew. */
  #stop(run: Run): void {
    if (this.#running === run) this.#running = undefined;
    run.abort.abort();
  }

  async #ask(signal: AbortSignal): Promise<ExecAnswer> {
    const { settings, onCall } = this.#options;
    const isInteractive = this.#isInteractive();
    await this.#checkPolicy();
    const result = await this.#limited({
      command: settings.command,
      args: (settings.args ?? []).map(revealed),
      env: { ...this.#environment(), KUBERNETES_EXEC_INFO: await this.#info(isInteractive) },
      isInteractive,
      signal,
    });
    onCall?.(result);
    if (result.type === 'missing') throw this.#missing();
    if (result.type === 'failed') throw this.#problem(`${result.problem}: run it by hand to see why`);
    const answer = readExecAnswer(result.output, settings.command, settings.apiVersion);
    this.#answeredAt = this.#options.clock.monotonic();
    const isSameCertificate = deepEqual(this.#answer?.certificate, answer.certificate);
    this.#answer = isSameCertificate ? { ...answer, certificate: this.#answer?.certificate } : answer;
    return this.#answer;
  }

  /** Runs the plugin, and ends it when it takes too long. Whoever talks to a person may take as long as the person does. */
  async #limited(call: PluginCall & { readonly signal: AbortSignal }): Promise<PluginResult> {
    const { clock, runner } = this.#options;
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    call.signal.addEventListener('abort', stop, { once: true });
    if (call.signal.aborted) stop();
    let isLate = false;
    const limit = clock.setTimer(
      call.isInteractive ? Infinity : longestRunMs,
      () => {
        isLate = true;
        stop();
      },
      { background: true, label: 'a credential plugin' },
    );
    try {
      const result = await runner.run({ ...call, signal: abort.signal });
      if (!isLate || result.type !== 'failed') return result;
      return { type: 'failed', problem: `did not end within ${longestRunMs / 1000} s and was ended` };
    } finally {
      limit.cancel();
      call.signal.removeEventListener('abort', stop);
    }
  }

  #environment(): Record<string, string> {
    return Object.fromEntries((this.#options.settings.env ?? []).map(({ name, value }) => [name, revealed(value)]));
  }

  async #info(interactive: boolean): Promise<string> {
    const { settings, cluster } = this.#options;
    const spec = settings.provideClusterInfo ? { cluster: shown(await cluster()), interactive } : { interactive };
    return stringifyJson({ kind: 'ExecCredential', apiVersion: settings.apiVersion, spec });
  }

  #isInteractive(): boolean {
    const { interactiveMode } = this.#options.settings;
    if (interactiveMode === 'Never') return false;
    const isTerminal = this.#options.runner.isTerminal();
    if (interactiveMode === 'Always' && !isTerminal) {
      throw this.#problem(
        'wants to ask questions (interactiveMode Always) and standard input is no terminal: run in one',
      );
    }
    return isTerminal;
  }

  async #checkPolicy(): Promise<void> {
    const { policy = 'AllowAll', runner, settings } = this.#options;
    if (policy === 'AllowAll') return;
    if (policy === 'DenyAll') throw this.#problem('was not started: no plugins are allowed here');
    if (policy.allow.includes(settings.command)) return;
    const [found, ...allowed] = await Promise.all([settings.command, ...policy.allow].map((name) => runner.find(name)));
    if (found === undefined || !allowed.includes(found)) {
      throw this.#problem('was not started: it is not among the plugins that are allowed here');
    }
  }

  /** The hint comes along, but not ten thousand times. */
  #missing(): CredentialError {
    const { clock, settings } = this.#options;
    if (clock.monotonic() - this.#hints.since >= hourMs) this.#hints = { since: clock.monotonic(), given: 0 };
    this.#hints.given += 1;
    const hint = this.#hints.given <= hintsPerHour ? (settings.installHint ?? '') : '';
    return this.#problem(`is not installed: install it, or put it on the PATH${hint === '' ? '' : `. ${hint}`}`);
  }

  /** A request that ran out of time says what it waited for. */
  #tooLate({ timeoutMs, cause }: DeadlineError): DeadlineError {
    return new DeadlineError(timeoutMs, `the credential plugin ${visibleText(this.#options.settings.command)}`, {
      cause,
    });
  }

  #problem(problem: string): CredentialError {
    return new CredentialError(`the credential plugin ${this.#options.settings.command} ${problem}`);
  }
}

/** The cluster as the plugin is told about it. */
const shown = ({ config, 'proxy-url': proxy, ...cluster }: ExecCluster) => ({
  ...cluster,
  ...(proxy !== undefined && { 'proxy-url': revealed(proxy) }),
  ...(config !== undefined && { config: config instanceof Secret ? parseJson(config.reveal()) : config }),
});
