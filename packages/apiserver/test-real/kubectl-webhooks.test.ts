/**
 * kubectl on servers that ask webhooks: versions that a webhook converts, and a refusal as a person reads it.
 */
import { describe, expect, inject, test } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { startTestWebhook, type Review } from '../test/admission/test-webhook.ts';
import { KubectlWalk, untilFound } from './kubectl-walk.ts';

const real: ProvidedCluster | null = inject('realCluster');

/** `spec.size` of v1 is `spec.bigness` of v1alpha1. */
function converted({ request }: Review): { response: object } {
  const apiVersion = request['desiredAPIVersion'] as string;
  const objects = request['objects'] as { spec: { size?: number; bigness?: number } }[];
  const convertedObjects = objects.map((object) => {
    const { size, bigness } = object.spec;
    const value = size ?? bigness;
    return { ...object, apiVersion, spec: apiVersion.endsWith('/v1') ? { size: value } : { bigness: value } };
  });
  return { response: { result: { status: 'Success' }, convertedObjects } };
}

describe.runIf(real?.assets)('kubectl and webhooks', () => {
  const walk = new KubectlWalk(real as ProvidedCluster);

  test('get shows a custom resource in the version that is named, converted by its webhook · C12', async () => {
    await using webhook = await startTestWebhook();
    webhook.on('/convert', converted);
    const group = `${walk.namespace}.example.com`;
    const clientConfig = { url: `${webhook.url}/convert`, caBundle: webhook.caBundle };
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `widgets.${group}` },
      spec: {
        group,
        names: { plural: 'widgets', kind: 'Widget' },
        scope: 'Namespaced',
        conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
        versions: [
          { name: 'v1', served: true, storage: true, schema },
          { name: 'v1alpha1', served: true, storage: false, schema },
        ],
      },
    };
    await walk.prints('create -f -', JSON.stringify(definition));
    await walk.prints(`wait --for=condition=Established crd/widgets.${group}`);
    for (const kubectl of [walk.onReal, walk.onOurs]) await untilFound(kubectl, `widgets.${group}`);
    const widget = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'a' }, spec: { size: 3 } };
    await walk.prints('create -f -', JSON.stringify(widget));

    expect(await walk.prints(`get widgets.v1alpha1.${group} a -o jsonpath={.apiVersion}{.spec}`)).toBe(
      `${group}/v1alpha1{"bigness":3}`,
    );
    expect(await walk.prints(`get widgets.v1.${group} a -o jsonpath={.apiVersion}{.spec}`)).toBe(
      `${group}/v1{"size":3}`,
    );
    await walk.both(['delete', 'crd', `widgets.${group}`]);
  });

  test('a refusal and a warning of a webhook are printed · A2 · A5', async () => {
    await using webhook = await startTestWebhook();
    webhook.on('/deny', () => ({
      response: { allowed: false, status: { code: 403, message: 'not in this namespace' } },
    }));
    webhook.on('/warn', () => ({ response: { allowed: true, warnings: ['mind the gap'] } }));
    const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }];
    const hook = (name: string) => ({
      name: `${name}.${walk.namespace}.example.com`,
      clientConfig: { url: `${webhook.url}/${name}`, caBundle: webhook.caBundle },
      rules,
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': walk.namespace } },
    });
    const configuration = (name: string) => ({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: `${walk.namespace}-${name}` },
      webhooks: [hook(name)],
    });
    await walk.prints('create -f -', JSON.stringify(configuration('warn')));
    await walk.prints('create -f -', JSON.stringify(configuration('deny')));
    for (const kubectl of [walk.onReal, walk.onOurs])
      while ((await kubectl.run(['create', 'configmap', 'a', '--dry-run=server'])).code === 0);

    const said = await walk.complains('create configmap a');

    expect(said).toContain('Warning: mind the gap');
    expect(said).toContain(
      `admission webhook "deny.${walk.namespace}.example.com" denied the request: not in this namespace`,
    );
    await walk.both(['delete', 'validatingwebhookconfiguration', `${walk.namespace}-warn`, `${walk.namespace}-deny`]);
  });
});
