/** A server in memory in virtual time, and what recorders are told about. */
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { VirtualHost } from '@reeve/machinery';
import { CoreEvent, SeriesEvent } from '@reeve/runtime';
import type { EventWriter, LogFields, Logger } from '@reeve/runtime';

export const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name: 'web', uid: 'u-1', resourceVersion: '7' },
};
export const started = { reason: 'Started', message: 'it runs' };
export const source = { component: 'kubelet', host: 'node-1' };
export const reporter = { controller: 'example.com/websites', instance: 'node-1' };

/** A world with a server. */
export class Recording implements AsyncDisposable {
  readonly host: VirtualHost;
  readonly server: ApiServer;
  readonly client: Client;

  private constructor(host: VirtualHost, server: ApiServer) {
    this.host = host;
    this.server = server;
    this.client = new Client({ transport: server.transport, host });
  }

  static async start(): Promise<Recording> {
    const host = new VirtualHost({ seed: 7 });
    return new Recording(host, await ApiServer.start({ host }));
  }

  core(namespace = 'default'): Promise<readonly CoreEvent[]> {
    return this.client.list(CoreEvent, { namespace }).then(({ items }) => items);
  }

  series(namespace = 'default'): Promise<readonly SeriesEvent[]> {
    return this.client.list(SeriesEvent, { namespace }).then(({ items }) => items);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop();
  }
}

/** Notes what is written, and does with it what it is told. */
export class NotingWriter<Event> implements EventWriter<Event> {
  readonly calls: { readonly verb: 'create' | 'patch'; readonly event: Event; readonly patch?: object }[] = [];
  /** Called before each answer; what it throws is the answer. */
  before: (verb: 'create' | 'patch', event: Event) => void | Promise<void> = () => undefined;

  async create(event: Event): Promise<void> {
    this.calls.push({ verb: 'create', event });
    await this.before('create', event);
  }

  async patch(event: Event, patch: object): Promise<void> {
    this.calls.push({ verb: 'patch', event, patch });
    await this.before('patch', event);
  }
}

/** Keeps lines. */
export class NotingLog implements Logger {
  readonly lines: { readonly level: string; readonly message: string; readonly fields: LogFields }[] = [];
  readonly debug = this.#at('debug');
  readonly info = this.#at('info');
  readonly warn = this.#at('warn');
  readonly error = this.#at('error');

  with(): Logger {
    return this;
  }

  #at(level: string): (message: string, fields?: LogFields) => void {
    return (message, fields = {}) => void this.lines.push({ level, message, fields });
  }
}
