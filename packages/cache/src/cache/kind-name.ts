/**
 * The name under which a kind is held, made once for each: there is a look at it in every run of a controller.
 */
import { formatGvk } from '@reeve/machinery';
import type { AnyKind, GroupVersionKind } from '@reeve/machinery';

const names = new WeakMap<GroupVersionKind, string>(); // a kind's own, which goes with it

/** The name of a kind: `apps/v1, Kind=Deployment`. */
export function kindName({ gvk }: Pick<AnyKind, 'gvk'>): string {
  const known = names.get(gvk);
  if (known !== undefined) return known;
  const name = formatGvk(gvk);
  names.set(gvk, name);
  return name;
}
