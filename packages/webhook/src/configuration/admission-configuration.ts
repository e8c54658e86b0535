/**
 * The configurations that make an API server call admission webhooks.
 * Upstream: k8s.io/api admissionregistration/v1; controller-tools pkg/webhook.
 */
import type { AdmissionOperation, AnyKind, KubeObject } from '@reeve/machinery';
import { changes, judges } from '../declaration/define-webhook.ts';
import type { WebhookDefinition } from '../declaration/define-webhook.ts';
import { clientConfig } from './client-config.ts';
import type { WebhookPlace } from './client-config.ts';

/** How configurations are called, and where the server is. */
export interface ConfigurationOptions {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly at: WebhookPlace;
}

/** A configuration of either kind. */
export interface AdmissionConfiguration extends KubeObject {
  readonly webhooks: readonly { readonly name: string; readonly [field: string]: unknown }[];
}

/** The configurations of these webhooks: none, one or two objects. */
export function admissionConfigurations(
  definitions: readonly WebhookDefinition[],
  options: ConfigurationOptions,
): readonly AdmissionConfiguration[] {
  const mutating = definitions.filter(changes);
  const validating = definitions.filter(judges);
  const { name, labels, annotations } = options;
  const metadata = { name, ...(labels && { labels }), ...(annotations && { annotations }) };
  const make = (kind: string, webhooks: AdmissionConfiguration['webhooks']): readonly AdmissionConfiguration[] =>
    webhooks.length === 0 ? [] : [{ apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata, webhooks }];
  return [
    ...make(
      'MutatingWebhookConfiguration',
      mutating.map((one) => entry(one, 'mutate', options.at)),
    ),
    ...make(
      'ValidatingWebhookConfiguration',
      validating.map((one) => entry(one, 'validate', options.at)),
    ),
  ];
}

function entry(definition: WebhookDefinition, action: 'mutate' | 'validate', at: WebhookPlace) {
  const { for: kind, failurePolicy, matchPolicy, sideEffects, timeoutSeconds, matchConditions } = definition;
  const { namespaceSelector, objectSelector, reinvocationPolicy } = definition;
  const path = action === 'mutate' ? definition.mutatePath : definition.validatePath;
  return {
    name: webhookName(definition, action),
    admissionReviewVersions: ['v1'],
    clientConfig: clientConfig(at, path),
    rules: [ruleOf(definition, action, kind)],
    failurePolicy: failurePolicy ?? 'Fail',
    matchPolicy: matchPolicy ?? 'Equivalent',
    sideEffects: sideEffects ?? 'None',
    timeoutSeconds: timeoutSeconds ?? 10,
    ...(matchConditions && { matchConditions }),
    ...(namespaceSelector && { namespaceSelector }),
    ...(objectSelector && { objectSelector }),
    ...(action === 'mutate' && reinvocationPolicy && { reinvocationPolicy }),
  };
}

/** A name that servers take: a domain with at least three parts. */
function webhookName({ for: kind, name }: WebhookDefinition, action: string): string {
  const group = kind.group === '' ? 'core' : kind.group;
  return [[action, kind.plural, name].filter(Boolean).join('-'), kind.version, group].join('.');
}

function ruleOf(definition: WebhookDefinition, action: 'mutate' | 'validate', kind: AnyKind) {
  const { subresources = [], onlySubresources = false } = definition;
  return {
    apiGroups: [kind.group],
    apiVersions: [kind.version],
    operations: operationsOf(definition, action),
    resources: [...(onlySubresources ? [] : [kind.plural]), ...subresources.map((one) => `${kind.plural}/${one}`)],
    scope: kind.scope === 'Cluster' ? 'Cluster' : 'Namespaced',
  };
}

/** A raw handler is for whatever its rules say; functions are for the operations that they are for. */
function operationsOf(definition: WebhookDefinition, action: 'mutate' | 'validate'): readonly AdmissionOperation[] {
  const { operations, validate } = definition;
  const preset: AdmissionOperation[] = ['CREATE', 'UPDATE'];
  if (action === 'mutate') {
    const given = operations ?? preset;
    return definition.mutate === undefined ? given.filter((one) => one !== 'DELETE') : given;
  }
  if (operations !== undefined || validate === undefined) return operations ?? preset;
  return [
    ...(validate.create ? (['CREATE'] as const) : []),
    ...(validate.update ? (['UPDATE'] as const) : []),
    ...(validate.delete ? (['DELETE'] as const) : []),
    ...(validate.connect ? (['CONNECT'] as const) : []),
  ];
}
