/** An election in a virtual world: a server in memory, candidates with clients of their own, and the calls that they make. */
import { ApiServer } from '@reeve/apiserver';
import { Client, mergePatch } from '@reeve/client';
import { VirtualHost } from '@reeve/machinery';
import type { Transport } from '@reeve/machinery';
import { LeaderElector, Lease, LeaseLock, recordOf, specOf } from '@reeve/runtime';
import type { ElectionOptions, LeaseSpec } from '@reeve/runtime';

/** One who wants to lead, and what happened to it. */
export interface Candidate {
  readonly elector: LeaderElector;
  readonly lock: LeaseLock;
  /** The verbs of the calls that the server answered, in order. */
  readonly calls: string[];
  /** What the callbacks heard. */
  readonly heard: string[];
  readonly events: string[];
  run(signal: AbortSignal): Promise<void>;
}

/** Where the Lease is. */
export const place = { namespace: 'default', name: 'estate' };

/** A world with one server. */
export class Election implements AsyncDisposable {
  readonly host: VirtualHost;
  readonly server: ApiServer;
  readonly client: Client;

  private constructor(host: VirtualHost, server: ApiServer) {
    this.host = host;
    this.server = server;
    this.client = new Client({ transport: server.transport, host });
  }

  static async start(): Promise<Election> {
    const host = new VirtualHost();
    return new Election(host, await ApiServer.start({ host }));
  }

  candidate(identity: string, options: Partial<ElectionOptions> = {}, labels?: Record<string, string>): Candidate {
    const calls: string[] = [];
    const heard: string[] = [];
    const events: string[] = [];
    const client = new Client({ transport: counted(this.server.transport, calls), host: this.host });
    const lock = new LeaseLock({
      client,
      ...place,
      identity,
      ...(labels && { labels }),
      events: (_, message) => events.push(message),
    });
    const elector = new LeaderElector({
      lock,
      host: this.host,
      callbacks: {
        onStartedLeading: async (signal) => {
          heard.push('started');
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
          heard.push('work ended');
        },
        onLost: () => heard.push('lost'),
        onStoppedLeading: () => heard.push('stopped'),
        onNewLeader: (leader) => heard.push(`leader ${leader}`),
      },
      ...options,
    });
    return { elector, lock, calls, heard, events, run: (signal) => elector.run(signal) };
  }

  /** Writes the Lease as somebody left it. */
  async left(spec: LeaseSpec | undefined): Promise<void> {
    await this.client.create(Lease, { metadata: place, ...(spec && { spec }) });
  }

  /** Writes another holder into the Lease. */
  async handTo(holder: string): Promise<void> {
    const spec = specOf({ ...recordOf(await this.spec()), holder });
    await this.client.patch(Lease, place, mergePatch({ spec }));
  }

  async spec(): Promise<LeaseSpec> {
    return (await this.client.get(Lease, place)).spec ?? {};
  }

  /** Lets so much time pass. */
  pass(ms: number): Promise<void> {
    return this.host.sleep(ms);
  }

  /** Runs a program in virtual time. */
  run<T>(program: () => Promise<T>): Promise<T> {
    return this.host.run(program);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop();
  }
}

const verbs: Readonly<Record<string, string>> = { GET: 'get', POST: 'create', PUT: 'update' };

const counted = (transport: Transport, calls: string[]): Transport => ({
  request: (request) => {
    calls.push(verbs[request.method] ?? request.method);
    return transport.request(request);
  },
});
