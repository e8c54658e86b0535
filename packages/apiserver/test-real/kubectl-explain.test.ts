/**
 * `kubectl explain` on the embedded server and on a real one: the same fields with the same types. Words about built-in fields are upstream's and are not
 * published; those about the fields of a definition are its author's, and are.
 */
import { describe, expect, inject, test } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { KubectlWalk, untilFound } from './kubectl-walk.ts';

const real: ProvidedCluster | null = inject('realCluster');

describe.runIf(real?.assets)('kubectl explain', () => {
  const walk = new KubectlWalk(real as ProvidedCluster);

  /** The fields that both servers show; they must be the same. */
  async function fieldsOf(...words: readonly string[]): Promise<string> {
    const outcomes = await Promise.all([walk.onReal, walk.onOurs].map((kubectl) => kubectl.run(['explain', ...words])));
    const [expected = '', seen = ''] = outcomes.map(({ stdout }) => withoutWords(stdout));
    expect(seen, `explain ${words.join(' ')}`).toBe(expected);
    return seen;
  }

  test.each([
    'pods',
    'deployments',
    'services',
    'configmaps',
    'persistentvolumeclaims',
    'ingresses',
    'jobs',
    'cronjobs',
    'customresourcedefinitions',
    'horizontalpodautoscalers',
    'validatingwebhookconfigurations',
    'leases',
    'events',
  ])('shows every field of %s with its type · O1', async (kind) => {
    expect(await fieldsOf(kind, '--recursive')).toContain('metadata <ObjectMeta>');
  });

  test('shows one field, and says when there is none · O1', async () => {
    expect(await fieldsOf('deployment.spec.strategy')).toContain('rollingUpdate <RollingUpdateDeployment>');
    expect(await fieldsOf('pod.spec.containers.ports', '--recursive')).toContain('containerPort <integer> -required-');
    expect(await walk.complains('explain deployment.spec.nothing')).toContain('field "nothing" does not exist');
    expect(await walk.complains('explain nothings')).toContain("the server doesn't have a resource type");
  });

  test('shows the fields of a definition in the words of its author · C13 · O4', async () => {
    const group = `${walk.namespace}.example.com`;
    await walk.prints('create -f -', boatDefinition(group));
    await Promise.all([walk.onReal, walk.onOurs].map((kubectl) => untilFound(kubectl, `boats.${group}`)));
    await untilPublished(`boats.${group}`);

    expect(await fieldsOf(`boats.${group}`, '--recursive')).toContain('length <integer> -required-');
    expect(await walk.prints(`explain boats.${group}.spec`)).toContain('How long it is, in feet.');
    expect(await walk.prints(`explain boats.${group}.spec.sails`)).toContain('The sails, from front to back.');
    expect(await walk.prints(`explain boats.${group}.spec.rig`)).toMatch(/ENUM:\s+sloop\s+ketch/);
    await walk.both(['delete', 'crd', `boats.${group}`]);
  });

  /** Documents follow definitions within some seconds on a real server. */
  async function untilPublished(resource: string): Promise<void> {
    for (let look = 0; look < 200; look += 1) {
      const { code } = await walk.onReal.run(['explain', resource]);
      if (code === 0) return;
    }
    throw new Error(`${resource} is not published`);
  }
});

/** Fields and types, without the words about them. */
function withoutWords(text: string): string {
  return text
    .split('\n')
    .filter((line) => /^\s+\S+\s<.*>/.test(line) || /^[A-Z]+:\s+\S/.test(line))
    .filter((line) => !line.startsWith('DESCRIPTION'))
    .map((line) => line.replaceAll('\t', ' '))
    .join('\n');
}

const boatDefinition = (group: string) =>
  JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `boats.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'boats', singular: 'boat', kind: 'Boat' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: boatSchema } }],
    },
  });

const boatSchema = {
  type: 'object',
  description: 'A boat that sails.',
  properties: {
    spec: {
      type: 'object',
      description: 'What it is to be.',
      required: ['length'],
      properties: {
        length: { type: 'integer', description: 'How long it is, in feet.' },
        rig: { type: 'string', enum: ['sloop', 'ketch'], description: 'How its masts stand.' },
        port: { 'x-kubernetes-int-or-string': true },
        sails: {
          type: 'array',
          description: 'The sails, from front to back.',
          items: {
            type: 'object',
            properties: { area: { type: 'number' }, tags: { type: 'array', items: { type: 'string' } } },
          },
        },
        extras: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
};
