// Which programs make up a real cluster, and in which versions.
// The versions are read from go.mod, the one place where they are written; pin.mjs changes them there.

import { readFileSync } from 'node:fs';

/** The folder of these tools, which is also the folder of go.mod. */
export const ROOT = new URL('./', import.meta.url);

/** The Go package of each program. */
export const PACKAGES = Object.freeze({
  etcd: 'go.etcd.io/etcd/server/v3',
  'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
  kubectl: 'k8s.io/kubernetes/cmd/kubectl',
  'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
});

/** Returns the version of Kubernetes that go.mod requires, as in "v1.37.1". */
export function kubernetesVersion() {
  return required('k8s.io/kubernetes');
}

/** Returns the version of etcd that go.mod requires, as in "v3.7.0". */
export function etcdVersion() {
  return required('go.etcd.io/etcd/server/v3');
}

/** @param {string} module */
function required(module) {
  const line = readFileSync(new URL('go.mod', ROOT), 'utf8')
    .split('\n')
    .map((text) => text.trim().split(' '))
    .find(([path, version]) => path === module && version?.startsWith('v'));
  if (!line?.[1]) throw new Error(`tools/real-cluster/go.mod does not require ${module}: write it anew with pin.mjs`);
  return line[1];
}
