/** What a definition takes, and what its functions are given. */
import { ConfigMap } from '@reeve/kinds/core/v1';
import { defineController, generationChanged, labelsChanged, matchesLabels, predicate, watch } from '@reeve/runtime';
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
