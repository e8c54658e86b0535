/**
 * A credential from a plugin. However many requests wait for it, one process runs at a time; what it printed holds until it expires or the server does
 * not accept it any more.
 * Upstream: client-go plugin/pkg/client/auth/exec.
 */
import { deepEqual, orAbort, stringifyJson, type Clock } from '@reeve/machinery';
import { CredentialError } from './credential-error.ts';
import type { Asker, ClientCertificate, Credential } from './credential.ts';
import { readExecAnswer, type ExecAnswer } from './exec-answer.ts';
import { execApiVersions, type ExecCluster, type ExecPolicy, type ExecSettings } from './exec-settings.ts';
import type { PluginResult, PluginRunner } from './run-plugin.ts';

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

/** A credential from a plugin. */
export class ExecCredential implements Credential {
  readonly #options: ExecCredentialOptions;
  #answer: ExecAnswer | undefined;
  #running: Promise<ExecAnswer> | undefined;
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
    const { authorization } = await (isNews ? this.#current(asker) : this.#run(asker));
    return authorization === shown ? undefined : authorization;
  }

  #current(asker?: Asker): ExecAnswer | Promise<ExecAnswer> {
    const answer = this.#answer;
    if (answer === undefined) return this.#run(asker);
    const hasExpired = answer.expiresAt !== undefined && this.#options.clock.now() > answer.expiresAt;
    return hasExpired ? this.#run(asker) : answer;
  }

  /** Whoever gives up waiting leaves the process to the others. */
  #run(asker?: Asker): Promise<ExecAnswer> {
    this.#running ??= this.#ask().finally(() => (this.#running = undefined));
    const { signal } = asker ?? {};
    return signal === undefined ? this.#running : orAbort(this.#running, signal);
  }

  async #ask(): Promise<ExecAnswer> {
    const { settings, runner, onCall } = this.#options;
    const isInteractive = this.#isInteractive();
    await this.#checkPolicy();
    const result = await runner.run({
      command: settings.command,
      args: settings.args ?? [],
      env: { ...this.#environment(), KUBERNETES_EXEC_INFO: await this.#info(isInteractive) },
      isInteractive,
    });
    onCall?.(result);
    if (result.type === 'missing') throw this.#missing();
    if (result.type === 'failed') throw this.#problem(`${result.problem}: run it by hand to see why`);
    const answer = readExecAnswer(result.output, settings.command, settings.apiVersion);
    const isSameCertificate = deepEqual(this.#answer?.certificate, answer.certificate);
    this.#answer = isSameCertificate ? { ...answer, certificate: this.#answer?.certificate } : answer;
    return this.#answer;
  }

  #environment(): Record<string, string> {
    return Object.fromEntries((this.#options.settings.env ?? []).map(({ name, value }) => [name, value]));
  }

  async #info(interactive: boolean): Promise<string> {
    const { settings, cluster } = this.#options;
    const spec = settings.provideClusterInfo ? { cluster: await cluster(), interactive } : { interactive };
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
    const hint = this.#hints.given <= hintsPerHour ? printable(settings.installHint) : '';
    return this.#problem(`is not installed: install it, or put it on the PATH${hint === '' ? '' : `. ${hint}`}`);
  }

  #problem(problem: string): CredentialError {
    return new CredentialError(`the credential plugin ${this.#options.settings.command} ${problem}`);
  }
}

/** A hint from a kubeconfig, which may come from anywhere, must not upset the terminal. */
const printable = (text = ''): string => text.replaceAll(/[^\P{C}\t\n]/gu, '');
