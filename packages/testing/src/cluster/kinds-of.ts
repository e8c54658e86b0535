/**
 * The kinds that controllers look at.
 */
import { formatGvk } from '@reeve/machinery';
import type { AnyKind } from '@reeve/machinery';
import type { AnyController } from './any-controller.ts';

/** The kinds that the controllers are for, own and watch, each once; those of which only metadata is held are not among them. */
export function kindsOf(controllers: readonly AnyController[]): AnyKind[] {
  const all = controllers.flatMap((controller): AnyKind[] => {
    const owned = (controller.owns ?? []).map((one) => ('gvk' in one ? { kind: one, view: 'full' } : one));
    const others = [...owned, ...(controller.watches ?? [])].filter(({ view }) => view !== 'metadata');
    return [controller.for, ...others.map(({ kind }) => kind)];
  });
  return [...new Map(all.map((kind) => [formatGvk(kind.gvk), kind])).values()];
}
