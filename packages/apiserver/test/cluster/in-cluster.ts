/**
 * A server of the profile `cluster` in virtual time: requests as in other tests, and `settled` lets everything happen that is bound to happen.
 */
import { ApiServer } from '@reeve/apiserver';
import { VirtualHost, type Host, type OwnerReference } from '@reeve/machinery';
import { ask, type Answer, type Body } from '../server/talk.ts';

export class InCluster implements AsyncDisposable {
  readonly host: VirtualHost;
  readonly server: ApiServer;
  readonly bugs: unknown[];

  private constructor(host: VirtualHost, server: ApiServer, bugs: unknown[]) {
    this.host = host;
    this.server = server;
    this.bugs = bugs;
  }

  /** `onTurn` is called before the server does what it left for its next turn. */
  static async start(profile: 'envtest' | 'cluster' = 'cluster', onTurn: () => void = () => {}): Promise<InCluster> {
    const host = new VirtualHost({ seed: 7 });
    const bugs: unknown[] = [];
    const hooked: Host = {
      clock: host.clock,
      random: host.random,
      effects: host.effects,
      sleep: (ms, signal) => host.sleep(ms, signal),
      uuid: () => host.uuid(),
      startSlice: () => host.startSlice(),
      yield: async () => {
        await host.yield();
        onTurn();
      },
    };
    const server = await ApiServer.start({ host: hooked, profile, onBug: (error) => bugs.push(error) });
    const started = new InCluster(host, server, bugs);
    await started.settled();
    return started;
  }

  /** Sends a request and gives back the answer; nothing else happens meanwhile. */
  ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return ask(this.server.transport, method, path, body, headers);
  }

  /** Creates an object and gives it back. */
  async create(path: string, body: object): Promise<Body> {
    const answer = await this.ask('POST', path, body);
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
    return answer.body;
  }

  /** A ConfigMap in `default`, owned by others. */
  configMap(name: string, owners: readonly OwnerReference[] = [], metadata: object = {}): Promise<Body> {
    return this.create(configMaps, { metadata: { name, ownerReferences: owners, ...metadata } });
  }

  merge(path: string, patch: object): Promise<Answer> {
    return this.ask('PATCH', path, patch, { 'content-type': 'application/merge-patch+json' });
  }

  delete(path: string, propagationPolicy?: string): Promise<Answer> {
    return this.ask('DELETE', path, { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy });
  }

  /** The object at a path, or undefined when there is none. */
  async get(path: string): Promise<Body | undefined> {
    const { status, body } = await this.ask('GET', path);
    return status === 200 ? body : undefined;
  }

  /** The names in a collection, without those that every namespace holds. */
  async names(path: string): Promise<string[]> {
    const { body } = await this.ask('GET', path);
    return (body.items ?? []).map(({ metadata }) => metadata.name ?? '').filter((name) => name !== 'kube-root-ca.crt');
  }

  /** Lets time pass until nothing is left to do. */
  async settled(): Promise<void> {
    await this.host.runUntilQuiet();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop();
    if (this.bugs.length > 0) throw new AggregateError(this.bugs, 'the server met bugs of its own');
  }
}

export const configMaps = '/api/v1/namespaces/default/configmaps';

/** A reference to an owner. */
export const ownedBy = (owner: Body, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: owner.apiVersion ?? '',
  kind: owner.kind ?? '',
  name: owner.metadata.name ?? '',
  uid: owner.metadata.uid ?? '',
  ...more,
});
