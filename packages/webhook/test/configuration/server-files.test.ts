import { expect, test } from 'vitest';
import { authorizationConfiguration, webhookKubeconfig } from '@reeve/webhook';

test('a kubeconfig leads a server to a webhook, with the authorities to trust', () => {
  const { clusters, contexts, ...rest } = webhookKubeconfig({ url: 'https://10.0.0.7:9443/authorize', bundle: 'CA' });
  expect(clusters).toEqual([
    { name: 'webhook', cluster: { server: 'https://10.0.0.7:9443/authorize', 'certificate-authority-data': 'Q0E=' } },
  ]);
  expect([contexts[0]?.name, rest['current-context']]).toEqual(['webhook', 'webhook']);
});

test('an authorizer is asked after that of nodes and before RBAC, where a server has them', () => {
  const options = { name: 'teams', kubeconfigFile: '/etc/access', matchConditions: ["request.user != 'admin'"] };
  const types = ({ authorizers }: ReturnType<typeof authorizationConfiguration>) => authorizers.map(({ type }) => type);
  expect(types(authorizationConfiguration(options))).toEqual(['Node', 'Webhook', 'RBAC']);
  expect(types(authorizationConfiguration({ ...options, withNode: false }))).toEqual(['Webhook', 'RBAC']);
  expect(authorizationConfiguration(options).authorizers[1]).toMatchObject({
    name: 'teams',
    webhook: {
      failurePolicy: 'NoOpinion',
      timeout: '3s',
      connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/etc/access' },
      matchConditions: [{ expression: "request.user != 'admin'" }],
    },
  });
});
