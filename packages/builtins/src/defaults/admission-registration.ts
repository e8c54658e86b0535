/**
 * What webhooks and admission policies have when their manifests do not say. Upstream: kubernetes pkg/apis/admissionregistration/v1 SetDefaults_….
 */
import { all, each, fill, within, type Fill } from './fill.ts';

const ruleDefaults: Fill = (rule) => fill(rule, { scope: '*' });

/** The port of a service that is called over TLS. */
export const serviceReferenceDefaults: Fill = (reference) => fill(reference, { port: 443 });

const webhookDefaults: Fill = all(
  (webhook) =>
    fill(webhook, {
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      namespaceSelector: {},
      objectSelector: {},
      timeoutSeconds: 10,
    }),
  (webhook) => within(webhook, 'clientConfig', (config) => within(config, 'service', serviceReferenceDefaults)),
  (webhook) => each(webhook, 'rules', ruleDefaults),
);

/** Completes a ValidatingWebhookConfiguration. */
export const validatingWebhooksDefaults: Fill = (object) => each(object, 'webhooks', webhookDefaults);

/** Completes a MutatingWebhookConfiguration. */
export const mutatingWebhooksDefaults: Fill = (object) =>
  each(
    object,
    'webhooks',
    all(webhookDefaults, (webhook) => fill(webhook, { reinvocationPolicy: 'Never' })),
  );

const matchDefaults: Fill = all(
  (match) => fill(match, { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} }),
  (match) => each(match, 'resourceRules', ruleDefaults),
  (match) => each(match, 'excludeResourceRules', ruleDefaults),
);

/** Completes a policy, validating or mutating. */
export const policyDefaults: Fill = (object) =>
  within(
    object,
    'spec',
    all(
      (spec) => fill(spec, { failurePolicy: 'Fail' }),
      (spec) => within(spec, 'matchConstraints', matchDefaults),
    ),
  );

/** Completes the binding of a policy. */
export const policyBindingDefaults: Fill = (object) =>
  within(object, 'spec', (spec) => within(spec, 'matchResources', matchDefaults));
