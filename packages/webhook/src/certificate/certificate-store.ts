/**
 * Certificates for webhooks that need nothing installed: an authority and a serving certificate in a Secret, which all replicas share. Whoever is first makes them, the others take what is
 * there; a version that has changed meanwhile is read again. What is lost is written again from what this process holds, so that a deleted Secret costs no review.
 * Upstream: cert-manager's role in kubebuilder projects; open-policy-agent cert-controller.
 */
import type { CertificatePair, CertificateSource } from '@reeve/certificates';
import { isAlreadyExists, isConflict, isNotFound, silentLogger } from '@reeve/machinery';
import type { Host, Logger } from '@reeve/machinery';
import { knownPolicy, planCertificates } from './certificate-plan.ts';
import type { CertificatePolicy, CertificateState } from './certificate-plan.ts';
import { ForeignSecretError, isOurs, secretWith, stateIn } from './certificate-secret.ts';
import type { CertificateSecret, SecretAccess } from './certificate-secret.ts';
import { makeCertificates } from './make-certificates.ts';

/** How a store is made. */
export interface CertificateStoreOptions {
  readonly secret: { readonly namespace: string; readonly name: string };
  readonly access: SecretAccess;
  /** The names by which callers know the server: `webhooks.shop-system.svc`. */
  readonly names: readonly string[];
  readonly host: Host;
  readonly log?: Logger;
  readonly policy?: CertificatePolicy;
  /** How often to look at the Secret; a minute unless given. */
  readonly intervalMs?: number;
}

/** Keeps certificates, renews them, and tells who trusts them. */
export class CertificateStore implements CertificateSource {
  readonly name = 'webhook certificates';
  readonly group = 'servers';
  readonly #options: CertificateStoreOptions;
  readonly #policy: Required<CertificatePolicy>;
  readonly #log: Logger;
  readonly #pairListeners = new Set<(pair: CertificatePair) => void>();
  readonly #bundleListeners = new Set<(bundle: string) => void>();
  #state: CertificateState | undefined;
  /** The version of the Secret that holds the state, and when something is due: until then a look at the version is enough. */
  #settled = { version: '', dueAt: 0 };

  constructor(options: CertificateStoreOptions) {
    this.#options = options;
    this.#policy = knownPolicy(options.policy ?? {});
    this.#log = options.log ?? silentLogger;
  }

  /** What is served. Throws before `open` has resolved. */
  get current(): CertificatePair {
    return this.#known.serving;
  }

  /** All authorities that callers have to trust. */
  get bundle(): string {
    return this.#known.bundle;
  }

  get #known(): CertificateState {
    if (this.#state === undefined) throw new Error('the certificates have not been read yet: await store.open(signal)');
    return this.#state;
  }

  onChange(listener: (pair: CertificatePair) => void): Disposable {
    this.#pairListeners.add(listener);
    listener(this.current);
    return { [Symbol.dispose]: () => this.#pairListeners.delete(listener) };
  }

  /** Calls back with the authorities at once, and whenever they change. */
  onBundle(listener: (bundle: string) => void): Disposable {
    this.#bundleListeners.add(listener);
    listener(this.bundle);
    return { [Symbol.dispose]: () => this.#bundleListeners.delete(listener) };
  }

  /** Takes the certificates of the Secret, or makes them. Rejects with a `ForeignSecretError` when the Secret is somebody else's. */
  async open(signal: AbortSignal): Promise<void> {
    await this.#agree(signal);
  }

  /** Renews what is due, until the signal aborts. What fails is tried again; meanwhile the old certificates stay in use. */
  async run(signal: AbortSignal): Promise<void> {
    const { host, intervalMs = 60_000 } = this.#options;
    let waitMs = intervalMs;
    while (!signal.aborted) {
      await host.sleep(waitMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      try {
        const nextMs = await this.#agree(signal);
        waitMs = Math.min(intervalMs, Math.max(nextMs, 1000));
      } catch (error) {
        if (signal.aborted) return;
        waitMs = Math.min(intervalMs, 10_000);
        this.#log.error(
          'the certificates of the webhooks could not be looked after: the present ones stay in use, and it is tried again',
          { error },
        );
      }
    }
  }

  /** Reads, decides, writes, until there is nothing to do. Resolves with the time until something is due. */
  async #agree(signal: AbortSignal): Promise<number> {
    for (let turn = 0; turn < 20; turn++) {
      const found = await this.#options.access.read(signal);
      if (found !== undefined && !isOurs(found)) throw new ForeignSecretError(this.#place);
      const now = this.#options.host.clock.now();
      const { resourceVersion = '' } = found?.metadata ?? {};
      if (resourceVersion !== '' && resourceVersion === this.#settled.version && now < this.#settled.dueAt)
        return this.#settled.dueAt - now;
      const stored = found === undefined ? undefined : stateIn(found);
      const state = stored ?? this.#state; // what was deleted or broken is known here
      const { step, nextMs } = this.#plan(state);
      if (step === 'keep' && stored !== undefined) {
        this.#adopt(stored);
        this.#settled = { version: resourceVersion, dueAt: now + nextMs };
        return nextMs;
      }
      await this.#write(found, await this.#made(step, state, signal), signal);
      if (step !== 'keep') this.#log.info(`certificates of the webhooks: ${step}`, { secret: this.#place });
    }
    throw new Error(`the Secret ${this.#place} changes all the time: others write it as well`);
  }

  #plan(state: CertificateState | undefined): ReturnType<typeof planCertificates> {
    const { names, host } = this.#options;
    return planCertificates(state, names, this.#policy, host.clock.now());
  }

  async #made(
    step: ReturnType<typeof planCertificates>['step'],
    state: CertificateState | undefined,
    signal: AbortSignal,
  ): Promise<CertificateState> {
    if (step === 'keep' && state !== undefined) return state;
    const { names, host } = this.#options;
    const order = { step, state, names, policy: this.#policy, now: host.clock.now() };
    return host.effects.perform(makeCertificates, order, signal);
  }

  /** Who is late does nothing: the next turn reads what the other has written. */
  async #write(found: CertificateSecret | undefined, state: CertificateState, signal: AbortSignal): Promise<void> {
    const { access, secret } = this.#options;
    try {
      if (found === undefined) await access.create(secretWith(state, secret), signal);
      else await access.update(secretWith(state, secret, found), signal);
    } catch (error) {
      if (!isConflict(error) && !isAlreadyExists(error) && !isNotFound(error)) throw error;
    }
  }

  #adopt(state: CertificateState): void {
    const before = this.#state;
    this.#state = state;
    if (before?.bundle !== state.bundle) for (const listener of this.#bundleListeners) listener(state.bundle);
    if (before?.serving.cert !== state.serving.cert)
      for (const listener of this.#pairListeners) listener(state.serving);
  }

  get #place(): string {
    const { namespace, name } = this.#options.secret;
    return `${namespace}/${name}`;
  }
}
