/** What compiles, and what does not, with the built-in kinds. */
import type { KindObject } from '@reeve/machinery';
import { Deployment } from '@reeve/kinds/apps/v1';
import type { DeploymentSpec } from '@reeve/kinds/apps/v1';
import { ConfigMap, Namespace, Node, Pod, Service } from '@reeve/kinds/core/v1';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1/custom-resource-definition';

const template = { metadata: { labels: { app: 'barn' } }, spec: { containers: [{ name: 'barn', image: 'barn:1' }] } };
const spec: DeploymentSpec = { replicas: 2, selector: { matchLabels: { app: 'barn' } }, template };

export const deployment: Deployment = Deployment.of({ metadata: { name: 'barn' }, spec });
export const image: string | undefined = deployment.spec.template.spec?.containers[0]?.image;
export const ready: number | undefined = deployment.status?.readyReplicas;
export const object: KindObject<typeof Pod> = Pod.of({
  metadata: {},
  spec: { containers: [], restartPolicy: 'Never' },
});
Namespace.of({ metadata: { name: 'estate' } });
ConfigMap.of({ metadata: { name: 'barn' }, data: { roof: 'thatch' } });
Service.of({
  metadata: {},
  spec: {
    ports: [
      { port: 80, targetPort: 'http' },
      { port: 81, targetPort: 8081 },
    ],
  },
});
CustomResourceDefinition.path({ name: 'websites.web.example.com', subresource: 'status' });

// @ts-expect-error a misspelled field
Deployment.of({ metadata: {}, spec: { ...spec, replica: 2 } });
// @ts-expect-error a field of another type
Deployment.of({ metadata: {}, spec: { ...spec, replicas: '2' } });
// @ts-expect-error a spec without what it must have
Deployment.of({ metadata: {}, spec: { replicas: 2 } });
// @ts-expect-error a word that is not one of the known ones
Pod.of({ metadata: {}, spec: { containers: [], restartPolicy: 'Sometimes' } });
// @ts-expect-error a namespace on a kind of the cluster
Node.path({ namespace: 'estate', name: 'one' });
// @ts-expect-error a subresource that the kind does not have
ConfigMap.path({ namespace: 'estate', name: 'barn', subresource: 'status' });
// @ts-expect-error one kind is not another
export const other: Deployment = object;
