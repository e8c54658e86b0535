/**
 * What can be set about the informers of a kind. What is not set comes from the factory's defaults.
 */
import type { AnyKind, DeepReadonly, KindObject, KubeObject } from '@reeve/machinery';
import { resyncPeriod } from '../informer/resync-period.ts';
import { finiteMilliseconds, wholeNumber } from '../number-checks.ts';
import type { SelectionInput, View } from './selection.ts';

/** Ten hours: how often handlers are told everything again unless set otherwise. */
export const defaultResyncMs = 10 * 3_600_000;

/** Settings of informers. */
export interface InformerSettings<T extends KubeObject = KubeObject> extends SelectionInput {
  /** How often handlers are told everything again; 0 is never. */
  readonly resyncMs?: number;

  /** Changes an object before it is stored: cut it down, or replace it by a projection that keeps the metadata. */
  readonly transform?: (object: DeepReadonly<T>) => DeepReadonly<T>;

  /**
   * Fills in fields that whole objects lack because they were stored when their definition had no default for them: a server fills in defaults when it writes. Runs before `transform`, once for
   * each object received, and as with `transform` all of each object is parsed anew. Not for informers that hold metadata only.
   */
  readonly defaults?: (object: DeepReadonly<T>) => DeepReadonly<T>;

  /** False lists and watches where the server could stream. */
  readonly streaming?: boolean;

  /** How many objects a page of a list has. */
  readonly pageSize?: number;

  /** The shortest time after which a watch is asked to end; the longest is twice that. 5 minutes at least and unless given. */
  readonly minWatchTimeoutMs?: number;

  /**
   * False asks watches for no bookmarks. They are also signs of life: without them a watch that has fallen silent is noticed when its time is over. For a server in the same
   * process, to which no line can break, and where a sign of life every minute is all that happens at rest.
   */
  readonly bookmarks?: boolean;

  /** True keeps metadata.managedFields. */
  readonly keepManagedFields?: boolean;

  /** False keeps every object to itself instead of holding equal parts once. */
  readonly intern?: boolean;

  /** True makes it an error for all when this kind cannot sync. */
  readonly isRequired?: boolean;
}

/** Settings for one kind. */
export interface KindSettings extends InformerSettings {
  readonly kind: AnyKind;
}

/** Settings for a kind, with the types of its objects. */
export const settingsFor = <K extends AnyKind>(kind: K, settings: InformerSettings<KindObject<K>>): KindSettings => ({
  ...(settings as unknown as InformerSettings), // its functions are only ever given objects of this kind
  kind,
});

/** The settings among other things. */
export const settingsIn = <T extends KubeObject>(options: InformerSettings<T>): InformerSettings<T> =>
  Object.fromEntries(settingNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));

const settingNames = [
  'namespace',
  'labels',
  'fields',
  'resyncMs',
  'transform',
  'defaults',
  'streaming',
  'pageSize',
  'minWatchTimeoutMs',
  'bookmarks',
  'keepManagedFields',
  'intern',
  'isRequired',
] as const satisfies readonly (keyof InformerSettings)[];

/** What objects pass before they are stored: first the defaults, where whole objects are held, then the transform. */
export function stepsBeforeStore<T extends KubeObject>(
  { defaults, transform }: Pick<InformerSettings<T>, 'defaults' | 'transform'>,
  view: View,
): InformerSettings<T>['transform'] {
  if (defaults === undefined || view === 'metadata') return transform;
  return transform === undefined ? defaults : (object) => transform(defaults(object));
}

/** Refuses what can never work, when it is configured rather than when it is used. */
export function checkSettings<S extends InformerSettings>(settings: S): S {
  const { resyncMs, pageSize, minWatchTimeoutMs } = settings;
  if (resyncMs !== undefined) resyncPeriod(resyncMs);
  if (pageSize !== undefined) wholeNumber('pageSize of an informer', pageSize, 0);
  if (minWatchTimeoutMs !== undefined) finiteMilliseconds('minWatchTimeoutMs of an informer', minWatchTimeoutMs);
  return settings;
}
