import {
  SharedIndexInformer,
  type EventHandler,
  type InformerOptions,
  type InformerSource,
  type SourceContext,
} from '@reeve/cache';
import { VirtualHost } from '@reeve/machinery';
import type { Thing } from '../objects.ts';

type Written = Parameters<InformerSource<Thing>['run']>[0];

/** A source that says what the test tells it to. */
export class ManualSource implements InformerSource<Thing> {
  readonly description = 'Things';
  isRunning = false;
  #store: Written | undefined;
  #context: SourceContext<Thing> | undefined;

  get store(): Written {
    if (this.#store === undefined) throw new Error('the informer does not run');
    return this.#store;
  }

  get context(): SourceContext<Thing> {
    if (this.#context === undefined) throw new Error('the informer does not run');
    return this.#context;
  }

  async run(store: Written, context: SourceContext<Thing>, signal: AbortSignal): Promise<void> {
    this.#store = store;
    this.#context = context;
    this.isRunning = true;
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    this.isRunning = false;
  }
}

export interface Setup {
  readonly host: VirtualHost;
  readonly source: ManualSource;
  readonly informer: SharedIndexInformer<Thing>;
  readonly stop: AbortController;
  /** Runs the informer until `stop`; the promise is awaited when the test ends. */
  start(): void;
  /** Lets everything happen that is due within a second. */
  settle(): Promise<void>;
}

/** Runs a test in virtual time, with an informer that is stopped at its end. */
export const withInformer = async (
  program: (setup: Setup) => Promise<void>,
  options: Partial<InformerOptions<Thing>> = {},
): Promise<void> => {
  const host = new VirtualHost({ seed: 7 });
  const source = new ManualSource();
  const informer = new SharedIndexInformer<Thing>({ source, host, ...options });
  const stop = new AbortController();
  const runs: Promise<void>[] = [];
  await host.run(async () => {
    try {
      await program({
        host,
        source,
        informer,
        stop,
        start: () => void runs.push(informer.run(stop.signal)),
        settle: () => host.sleep(10),
      });
    } finally {
      stop.abort();
      await Promise.all(runs);
    }
  });
};

/** A handler that writes down what it hears: `+a=1!` in the initial list, `+a=1`, `~a=1→2`, `-a=2`, `†a=2` where the end was missed. */
export const recorder = (): EventHandler<Thing> & { readonly heard: string[] } => {
  const heard: string[] = [];
  const name = (object: Thing) => object.metadata.name;
  return {
    heard,
    onAdd: (object, isInInitialList) =>
      void heard.push(`+${name(object)}=${object.value}${isInInitialList ? '!' : ''}`),
    onUpdate: (previous, object) => void heard.push(`~${name(object)}=${previous.value}→${object.value}`),
    onDelete: ({ key, object, finalStateUnknown }) =>
      void heard.push(`${finalStateUnknown ? '†' : '-'}${key}=${object?.value ?? '?'}`),
  };
};
