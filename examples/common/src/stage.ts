/**
 * Where an example plays: a cluster, and ways to say, to wait and to show.
 */
import type { Client } from '@reeve/client';
import { isNotFound, poll, type AnyKind, type Host, type KindObject, type Transport } from '@reeve/machinery';

export interface StageOptions {
  readonly client: Client;
  readonly transport: Transport;
  readonly host: Host;
  /** The path of a kubeconfig for this cluster. */
  readonly kubeconfig: string;
  /** Where the cluster is. */
  readonly url: string;
}

/** What is there without anybody's doing. */
const ofTheCluster = new Set(['kubernetes', 'kube-root-ca.crt']);

const patience = { intervalMs: 20, timeoutMs: 60_000 };

export class Stage {
  readonly client: Client;
  readonly host: Host;
  readonly transport: Transport;
  readonly kubeconfig: string;
  readonly url: string;
  readonly #started: number;

  constructor({ client, transport, host, kubeconfig, url }: StageOptions) {
    this.client = client;
    this.transport = transport;
    this.host = host;
    this.kubeconfig = kubeconfig;
    this.url = url;
    this.#started = host.clock.monotonic();
  }

  /** Says something, with the time since the example began. */
  readonly say = (line: string): void => {
    const seconds = (this.host.clock.monotonic() - this.#started) / 1000;
    console.log(`${seconds.toFixed(2).padStart(6)} s  ${line}`);
  };

  /** Waits until something is so, for a minute at most. */
  readonly until = <T>(what: string, look: () => Promise<T | undefined>): Promise<T> =>
    poll(this.host, look, { ...patience, waitingFor: what });

  /** Waits until an object is as described; it need not be there yet. */
  readonly untilObject = <K extends AnyKind>(
    kind: K,
    key: string,
    what: string,
    isSo: (object: KindObject<K>) => boolean = () => true,
  ): Promise<KindObject<K>> =>
    this.until(`${kind.kind} ${key} ${what}`, async () => {
      const object = await this.client.get(kind, key as never).catch(absent); // a key names an object of any kind
      return object !== undefined && isSo(object) ? object : undefined;
    });

  /** Waits until there is no such object. */
  async untilGone(kind: AnyKind, key: string): Promise<void> {
    await this.until(`${kind.kind} ${key} to be gone`, async () =>
      (await this.client.get(kind, key as never).catch(absent)) === undefined ? true : undefined,
    );
  }

  /** Prints what there is of some kinds in `default`. */
  async show(...kinds: readonly AnyKind[]): Promise<void> {
    for (const kind of kinds) {
      const { items } = await this.client.list(kind, { namespace: 'default' });
      for (const { metadata } of items.filter(({ metadata: { name } }) => !ofTheCluster.has(name ?? '')))
        console.log(`  ${kind.kind} ${metadata.namespace ?? ''}/${metadata.name ?? ''}`);
    }
  }
}

function absent(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}
