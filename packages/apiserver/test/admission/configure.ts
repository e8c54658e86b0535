/**
 * Puts up webhooks, short to write.
 */
import type { ApiServer } from '@reeve/apiserver';
import { ask, type Answer } from '../server/talk.ts';
import type { Reply, TestWebhook } from './test-webhook.ts';

export const registration = '/apis/admissionregistration.k8s.io/v1';
export const configMaps = '/api/v1/namespaces/default/configmaps';

/** A webhook in a configuration; what is left out is what most tests want. */
export interface Given extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly reply?: Reply;
}

const rules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['configmaps'] }];

/** Configures webhooks that are called by their names as paths. */
export async function configure(
  server: ApiServer,
  webhook: TestWebhook,
  type: 'mutating' | 'validating',
  given: readonly Given[],
  configuration = type,
): Promise<Answer> {
  const webhooks = given.map(({ name, reply, ...rest }) => {
    if (reply !== undefined) webhook.on(`/${name}`, () => reply);
    return {
      name: `${name}.example.com`,
      clientConfig: { url: `${webhook.url}/${name}`, caBundle: webhook.caBundle },
      rules,
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      ...rest,
    };
  });
  return ask(server.transport, 'POST', `${registration}/${type}webhookconfigurations`, {
    metadata: { name: configuration },
    webhooks,
  });
}

/** An answer with a JSON patch. */
export const patching = (...operations: readonly object[]): Reply => ({
  response: {
    allowed: true,
    patchType: 'JSONPatch',
    patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
  },
});

export const createConfigMap = (server: ApiServer, name: string, more: object = {}, query = ''): Promise<Answer> =>
  ask(server.transport, 'POST', `${configMaps}${query}`, { metadata: { name }, data: { a: '1' }, ...more });
