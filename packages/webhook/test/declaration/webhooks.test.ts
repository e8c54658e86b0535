import { describe, expect, test } from 'vitest';
import { defineKind, nodeHost } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import {
  admissionConfigurations,
  defineAuthorizer,
  defineTokenReview,
  defineWebhook,
  ReviewHandler,
  Webhooks,
} from '@reeve/webhook';
import type { WebhookDeclaration } from '@reeve/webhook';
import { patchIn, requestOf, reviewOf, send } from '../reviews.ts';

interface Website extends KubeObject {
  spec: { replicas?: number };
}
const Website = defineKind<Website, 'Namespaced'>({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  scope: 'Namespaced',
});
const websites = defineWebhook({
  for: Website,
  default: (site) => void (site.spec.replicas = 7),
  validate: {
    create(site) {
      if (site.spec.replicas === 13) throw new TypeError('a bug');
    },
  },
});

const serve = (...declarations: WebhookDeclaration[]): ReviewHandler => {
  const handler = new ReviewHandler({ host: nodeHost() });
  for (const endpoint of new Webhooks(declarations).endpoints()) handler.register(endpoint);
  return handler;
};

describe('webhooks that are declared', () => {
  test.each(['admission.k8s.io/v1', 'admission.k8s.io/v1beta1'])(
    'default and validate at their usual paths or at others, in reviews of %s, and survive panics · CR-51',
    async (version) => {
      const own = defineWebhook({ ...without(websites), mutatePath: '/own/mutate', validatePath: '/own/validate' });
      const paths = [
        [websites, '/mutate-web-example-com-v1-website', '/validate-web-example-com-v1-website'],
        [own, '/own/mutate', '/own/validate'],
      ] as const;
      for (const [webhook, mutate, validate] of paths) {
        const handler = serve(webhook);
        const ask = async (path: string, request = requestOf()) =>
          JSON.parse((await send(handler, reviewOf(request, version), { path })).body);
        const defaulted = await ask(mutate);
        expect([defaulted.apiVersion, patchIn(defaulted.response)]).toEqual([
          version,
          [{ op: 'replace', path: '/spec/replicas', value: 7 }],
        ]);
        const panic = requestOf({ object: { ...requestOf().object, spec: { replicas: 13 } } as never });
        expect((await ask(validate, panic)).response).toMatchObject({ allowed: false, status: { code: 500 } });
        expect((await ask(validate)).response).toMatchObject({ allowed: true });
      }
    },
  );

  test('are configured with what was said, and with what servers want otherwise', () => {
    const at = { service: { namespace: 'web-system', name: 'webhooks' }, bundle: 'CA' };
    const [mutating, validating] = admissionConfigurations([websites], { name: 'websites', at });
    expect(mutating).toEqual({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'websites' },
      webhooks: [
        {
          name: 'mutate-websites.v1.web.example.com',
          admissionReviewVersions: ['v1'],
          clientConfig: {
            service: {
              namespace: 'web-system',
              name: 'webhooks',
              port: 443,
              path: '/mutate-web-example-com-v1-website',
            },
            caBundle: 'Q0E=',
          },
          rules: [
            {
              apiGroups: ['web.example.com'],
              apiVersions: ['v1'],
              operations: ['CREATE', 'UPDATE'],
              resources: ['websites'],
              scope: 'Namespaced',
            },
          ],
          failurePolicy: 'Fail',
          matchPolicy: 'Equivalent',
          sideEffects: 'None',
          timeoutSeconds: 10,
        },
      ],
    });
    expect(validating?.webhooks[0]).toMatchObject({ rules: [{ operations: ['CREATE'] }] });
    const scale = defineWebhook({
      for: Website,
      name: 'scale',
      review: () => ({ allowed: true }),
      operations: ['UPDATE'],
      subresources: ['scale'],
      onlySubresources: true,
      failurePolicy: 'Ignore',
    });
    expect(
      admissionConfigurations([scale], { name: 'x', at: { url: 'https://10.0.0.1:9443/' } })[0]?.webhooks,
    ).toMatchObject([
      {
        name: 'validate-websites-scale.v1.web.example.com',
        clientConfig: { url: 'https://10.0.0.1:9443/validate-web-example-com-v1-website-scale' },
        rules: [{ resources: ['websites/scale'], operations: ['UPDATE'] }],
        failurePolicy: 'Ignore',
      },
    ]);
  });

  test('are refused when two have one path, whatever they are', () => {
    expect(() => new Webhooks([websites, defineWebhook(without(websites))])).toThrow(/two webhooks have the path/);
    const tokens = defineTokenReview({ authenticate: () => undefined, path: '/x' });
    const access = defineAuthorizer({ authorize: () => 'allow', path: '/x' });
    expect(() => new Webhooks([tokens, access])).toThrow(/two webhooks have the path \/x/);
  });

  test.each([
    [{}, /does nothing/],
    [{ default: () => undefined, mutate: () => ({ allowed: true }) }, /has default and mutate/],
    [{ validate: {}, review: () => ({ allowed: true }) }, /has validate and review/],
    [{ validate: {}, removesUnknownFields: true }, /the schema of Website is not known here/],
    [{ validate: {}, timeoutSeconds: 31 }, /waits 31 seconds/],
    [{ validate: {}, name: 'Not a name' }, /is called Not a name/],
    [{ validate: {}, validatePath: 'x' }, /has the path x/],
    [{ validate: {}, valdate: {} }, /has no option valdate/],
  ])('cannot be %j', (options, reason) => {
    expect(() => defineWebhook({ for: Website, ...options })).toThrow(reason);
  });
});

/** What was written to define it. */
function without({ for: kind, default: change, validate }: typeof websites) {
  return { for: kind, ...(change && { default: change }), ...(validate && { validate }) };
}
