/**
 * A reflector as the source of an informer.
 */
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import { Reflector } from '../reflector/reflector.ts';
import type { ReflectorOptions } from '../reflector/reflector-options.ts';
import type { ReflectorNotice } from '../reflector/reflector-state.ts';
import type { InformerSource, SourceContext } from './informer-source.ts';

/** What may be set about the reflector; store, clock and resync are the informer's. */
export type ReflectorSourceOptions<T extends KubeObject> = Omit<
  ReflectorOptions<T>,
  'host' | 'store' | 'onHeard' | 'resyncPeriodMs' | 'shouldResync'
>;

/** Lists and watches with a reflector. The informer's transform runs behind that of the options. */
export const reflectorSource = <T extends KubeObject>(
  options: ReflectorSourceOptions<T>,
): InformerSource<DeepReadonly<T>> => ({
  description: options.description ?? options.source.kind?.kind ?? 'objects',
  run: async (store, context, signal) => {
    const transform = transformOf(options, context);
    const reflector = new Reflector<T>({
      ...options,
      host: context.host,
      store,
      onHeard: () => context.onHeard(),
      ...(transform && { transform }),
      listener: (notice) => {
        tellInformer(notice, context);
        options.listener?.(notice);
      },
    });
    await reflector.run(signal);
  },
});

type Transform<T extends KubeObject> = NonNullable<ReflectorOptions<T>['transform']>;

function transformOf<T extends KubeObject>(
  { transform: first }: ReflectorSourceOptions<T>,
  { transform: last }: SourceContext<DeepReadonly<T>>,
): Transform<T> | undefined {
  if (last === undefined) return first;
  return (object) => last((first?.(object) ?? object) as DeepReadonly<T>); // what is writable can be read
}

function tellInformer<T>(notice: ReflectorNotice, context: SourceContext<T>): void {
  if (notice.type === 'transition') context.onState(notice.to);
  if (notice.type === 'failed' || notice.type === 'skipped') context.onError(notice.error);
}
