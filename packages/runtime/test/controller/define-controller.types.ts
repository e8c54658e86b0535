/** What a definition takes, and what its functions are given. */
import { ConfigMap } from '@reeve/kinds/core/v1';
import {
  defineController,
  generationChanged,
  labelsChanged,
  matchesLabels,
  metadataOf,
  predicate,
  projectionOf,
  watch,
} from '@reeve/runtime';
import type { KindObject } from '@reeve/machinery';
import { Website } from '../manager/website.ts';

type Site = KindObject<typeof Website>;

/** Predicates fit the kind that they are written beside, also where its `apiVersion` is a literal. */
export const filtered = defineController({
  for: Website,
  predicates: [generationChanged(), predicate<Site>('small', ({ spec }) => spec.replicas < 3)],
  watches: [watch(ConfigMap, () => [], { predicates: [matchesLabels('site=blog'), labelsChanged()] })],
  reconcile: (site, { causes }) => void [site.spec.image.length, causes.length],
});

/** Steps know the kind of the controller. */
export const stepped = defineController({
  for: Website,
  steps: [{ name: 'one', live: (site, { log }) => log.info(site.spec.image) }],
});

/** A view is a kind with the type of what it shows. */
const Theme = projectionOf(ConfigMap, ({ metadata, data }) => ({ metadata, color: data?.['color'] ?? 'none' }));

export const viewed = defineController({
  for: metadataOf(Website),
  owns: [metadataOf(ConfigMap), { kind: Theme, priority: 10 }],
  watches: [watch(Theme, ({ color }) => [color], { priority: ({ object }) => object.color.length })],
  async reconcile(site, ctx) {
    const theme = await ctx.get(Theme, 'default/theme');
    const names: (string | undefined)[] = (await ctx.list(metadataOf(ConfigMap))).map(({ metadata }) => metadata.name);
    // @ts-expect-error metadata has no spec
    const spec: unknown = site.spec;
    // @ts-expect-error the projection does not show the data
    const data: unknown = theme?.data;
    return void [site.metadata.name, theme?.color.length, names, spec, data];
  },
});

/** What a projection makes keeps the metadata. */
// @ts-expect-error an object without metadata has no name
export const nameless = projectionOf(ConfigMap, ({ data }) => ({ data }));
