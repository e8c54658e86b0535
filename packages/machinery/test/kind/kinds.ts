/**
 * Kinds for the tests, as a program would write them down.
 */
import { defineKind } from '@reeve/machinery';
import type { Kind, KubeObject, UnstructuredObject } from '@reeve/machinery';

export interface Pod extends KubeObject {
  apiVersion: 'v1';
  kind: 'Pod';
  spec: { containers: { name: string; image: string }[]; nodeName?: string };
  status?: { phase?: string };
}

export const Pod: Kind<Pod, 'Namespaced', 'status' | 'log'> = defineKind({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  scope: 'Namespaced',
  shortNames: ['po'],
  categories: ['all'],
  subresources: ['status', 'log'],
});

export interface Deployment extends KubeObject {
  apiVersion: 'apps/v1';
  kind: 'Deployment';
  spec: { replicas?: number };
  status?: { readyReplicas?: number };
}

export const Deployment = defineKind<Deployment, 'Namespaced', 'status' | 'scale'>({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
  subresources: ['status', 'scale'],
});

export interface ClusterRole extends KubeObject {
  apiVersion: 'rbac.authorization.k8s.io/v1';
  kind: 'ClusterRole';
  rules: { verbs: string[] }[];
}

export const ClusterRole = defineKind<ClusterRole, 'Cluster'>({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  scope: 'Cluster',
});

/** A kind found at run time: nothing is known of its objects. */
export const Widget: Kind<UnstructuredObject, 'Namespaced', never> = defineKind({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
});
