/**
 * What a CustomResourceDefinition has when its manifest does not say. Upstream: apiextensions-apiserver SetDefaults_CustomResourceDefinitionSpec.
 */
import { textAt } from '@reeve/registry';
import { serviceReferenceDefaults } from './admission-registration.ts';
import { all, always, fill, within, type Fill } from './fill.ts';

/** Completes a CustomResourceDefinition. */
export const definitionDefaults: Fill = (object) =>
  always(
    object,
    'spec',
    all(
      (spec) => always(spec, 'names', namesDefaults),
      (spec) => fill(spec, { conversion: { strategy: 'None' } }),
      (spec) => within(spec, 'conversion', conversionDefaults),
    ),
  );

const namesDefaults: Fill = (names) => {
  const kind = textAt(names, 'kind');
  return kind === '' ? names : fill(names, { singular: kind.toLowerCase(), listKind: `${kind}List` });
};

const conversionDefaults: Fill = (conversion) =>
  within(conversion, 'webhook', (webhook) =>
    within(webhook, 'clientConfig', (config) => within(config, 'service', serviceReferenceDefaults)),
  );

/** Completes an APIService. */
export const apiServiceDefaults: Fill = (object) =>
  within(object, 'spec', (spec) => within(spec, 'service', serviceReferenceDefaults));
