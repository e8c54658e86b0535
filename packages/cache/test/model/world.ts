/**
 * A server in a virtual world, and hands to change what it holds: for tests that compare a mirror with the truth. The objects are ConfigMaps
 * in one namespace; each change writes a new number into them.
 */
import { ApiServer, type ApiServerOptions, type Fault } from '@reeve/apiserver';
import { kindListerWatcher, type KindListerWatcherOptions, type ListerWatcher } from '@reeve/cache';
import { VirtualHost, defineKind, type KubeObject, type Transport } from '@reeve/machinery';

export const namespace = 'default';

export const ConfigMap = defineKind<KubeObject & { data?: Record<string, string> }, 'Namespaced'>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
});

export interface Reply {
  readonly status: number;
  readonly body: KubeObject & { items?: KubeObject[] };
}

export class World implements AsyncDisposable {
  readonly host: VirtualHost;
  readonly server: ApiServer;
  /** What mirrors asked of the namespace, as `list resourceVersion=0`, in order. */
  readonly requests: string[];
  #changes = 0;

  private constructor(host: VirtualHost, server: ApiServer, requests: string[]) {
    this.host = host;
    this.server = server;
    this.requests = requests;
  }

  static async start({ seed = 0, ...options }: ApiServerOptions & { seed?: number } = {}): Promise<World> {
    const host = new VirtualHost({ seed });
    const asked: string[] = [];
    const server = await ApiServer.start({
      ...options,
      host,
      onRequest: ({ info, target }) => {
        const isMirror =
          info.isResource && info.namespace === namespace && (info.verb === 'list' || info.verb === 'watch');
        if (isMirror) asked.push(`${info.verb} ${decodeURIComponent(target.split('?')[1] ?? '')}`);
      },
    });
    return new World(host, server, asked);
  }

  source(options: Partial<KindListerWatcherOptions> = {}): ListerWatcher {
    return kindListerWatcher({ transport: this.server.transport, kind: ConfigMap, namespace, ...options });
  }

  /** Creates the object, or changes it. Faults of the server are waited out. */
  async put(name: string, labels: Record<string, string> = {}): Promise<void> {
    this.#changes += 1;
    const object = ConfigMap.of({ metadata: { name, namespace, labels }, data: { change: String(this.#changes) } });
    const path = ConfigMap.path({ namespace, name });
    const { status } = await this.ask('PUT', path, object);
    if (status === 404) await this.ask('POST', ConfigMap.path({ namespace }), object);
  }

  async remove(name: string): Promise<void> {
    await this.ask('DELETE', ConfigMap.path({ namespace, name }));
  }

  /** Makes something go wrong for mirrors of the namespace, not for whoever looks at all of them. */
  spoil(fault: Omit<Fault, 'namespace' | 'resources'>): () => void {
    return this.server.faults.add({ ...fault, namespace, resources: ['configmaps'] });
  }

  /** What the server holds: versions by name. */
  async truth(): Promise<Record<string, string>> {
    const { body } = await this.ask('GET', ConfigMap.path());
    return versionsOf((body.items ?? []).filter(({ metadata }) => metadata.namespace === namespace));
  }

  async ask(
    method: string,
    path: string,
    body?: unknown,
    transport: Transport = this.server.transport,
  ): Promise<Reply> {
    const response = await transport.request({
      method,
      path,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    return { status: response.status, body: JSON.parse(Buffer.concat(chunks).toString()) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop();
  }
}

/** Versions by name. */
export const versionsOf = (
  objects: Iterable<{ readonly metadata: { readonly name?: string; readonly resourceVersion?: string } }>,
): Record<string, string> =>
  Object.fromEntries(
    [...objects]
      .map(({ metadata }) => [metadata.name ?? '', metadata.resourceVersion ?? ''] as const)
      .filter(([name]) => name !== 'kube-root-ca.crt')
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
