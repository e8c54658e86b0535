/** A reflector that runs in a virtual world until the test is over. */
import { Reflector, type ReflectorNotice, type ReflectorOptions, type ReflectorState } from '@reeve/cache';
import { VirtualHost } from '@reeve/machinery';
import { RecordingStore } from './recording-store.ts';

export class ReflectorRun implements AsyncDisposable {
  readonly host: VirtualHost;
  readonly store: RecordingStore;
  readonly reflector: Reflector;
  readonly notices: ReflectorNotice[] = [];
  readonly #abort = new AbortController();
  #running: Promise<void> | undefined;

  constructor({
    host = new VirtualHost(),
    ...options
  }: Partial<ReflectorOptions> & Pick<ReflectorOptions, 'source'> & { host?: VirtualHost }) {
    this.host = host;
    this.store = options.store instanceof RecordingStore ? options.store : new RecordingStore();
    this.reflector = new Reflector({
      ...options,
      host,
      store: this.store,
      listener: (notice) => this.notices.push(notice),
    });
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  start(): this {
    this.#running = this.reflector.run(this.signal);
    this.#running.catch(() => {}); // whoever stops it hears of it
    return this;
  }

  /** One cycle instead of an endless run. */
  cycle(): Promise<void> {
    return this.reflector.listAndWatch(this.signal);
  }

  /** Lets virtual time pass. */
  async pass(ms: number): Promise<void> {
    await this.host.clock.advance(ms);
    await this.host.settle();
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.#running?.catch(() => {});
  }

  /** The states it has been in. */
  states(): ReflectorState['type'][] {
    return this.notices.flatMap((notice) => (notice.type === 'transition' ? [notice.to.type] : []));
  }

  of<Type extends ReflectorNotice['type']>(type: Type): Extract<ReflectorNotice, { type: Type }>[] {
    return this.notices.filter((notice): notice is Extract<ReflectorNotice, { type: Type }> => notice.type === type);
  }

  failures(): unknown[] {
    return this.of('failed').map(({ error }) => error);
  }

  delays(): number[] {
    return this.of('transition').flatMap(({ to }) => (to.type === 'backingOff' ? [to.delayMs] : []));
  }
}
