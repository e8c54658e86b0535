/**
 * Objects of the stable kinds, written to use much of each: every special type, embedded structs, maps, lists, zero values behind pointers.
 * A real server gives them back as JSON and as protobuf, and so says what the codec must do.
 */
import { clusterBodies } from './cluster-bodies.mjs';
import { coreBodies } from './core-bodies.mjs';
import { extensionBodies } from './extension-bodies.mjs';
import { workloadBodies } from './workload-bodies.mjs';

/** Paths of collections, and the objects to create in them. @type {Record<string, object[]>} */
export const bodies = { ...coreBodies, ...workloadBodies, ...clusterBodies, ...extensionBodies };

/** Other answers with a protobuf form: lists, refusals, what is computed. @type {readonly { method: string, path: string, body?: object }[]} */
export const answers = [
  { method: 'GET', path: '/api/v1/namespaces/default/configmaps?limit=1' },
  { method: 'GET', path: '/apis/apps/v1/namespaces/default/replicasets' },
  { method: 'GET', path: '/api/v1/namespaces/default/pods/missing' },
  {
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    body: {
      spec: {
        user: 'u',
        groups: ['g'],
        extra: { b: ['c', ''], a: [] },
        resourceAttributes: { verb: 'get', resource: 'pods' },
      },
    },
  },
  {
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps?dryRun=All',
    body: { metadata: { name: 'Bad_Name' } },
  },
  { method: 'GET', path: '/apis/apps/v1/namespaces/default/deployments/barn/scale' },
];
