/**
 * Plays the registration of a cluster. `--once` registers one, changes its permissions, removes the registration, waits until everything is gone, and ends.
 */
import { playExample } from '@reeve-examples/common';
import { isConditionTrue, mergePatch } from 'reeve';
import { ClusterRole, Role } from 'reeve/kinds/rbac/v1';
import { Registration, registrations } from './registration.ts';

await playExample({
  definitions: [Registration],
  controllers: [registrations],
  tries: [
    'kubectl get registrations',
    'kubectl get role,rolebinding -n cluster-north',
    'kubectl delete registration north',
  ],
  async sample({ client }) {
    await client.apply(
      Registration,
      { metadata: { namespace: 'default', name: 'north' }, spec: { cluster: 'north' } },
      { fieldManager: 'example' },
    );
  },
  async scene(stage) {
    const { client } = stage;
    await stage.untilObject(Registration, 'default/north', 'to be registered', ({ status }) =>
      isConditionTrue(status?.conditions, 'Registered'),
    );
    stage.say('the cluster has its namespace, account and permissions');
    await client.patch(Registration, 'default/north', mergePatch({ spec: { resources: ['configmaps', 'secrets'] } }));
    await stage.untilObject(Role, 'cluster-north/agent', 'to cover secrets', ({ rules }) =>
      (rules ?? []).some(({ resources = [] }) => resources.includes('secrets')),
    );
    stage.say('its permissions follow the registration');
    await client.delete(Registration, 'default/north');
    await stage.untilGone(Registration, 'default/north');
    await stage.untilGone(ClusterRole, 'agent-north');
    stage.say('and with the registration all of it has gone');
  },
});
