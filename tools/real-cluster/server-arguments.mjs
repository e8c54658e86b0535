// The flags of the servers and the files that these flags name, relative to the temporary folder the servers run in.
// Only kube-apiserver listens on a port: etcd uses sockets in the folder, so there is no port to race for and nobody
// else on the machine can talk to it; kube-controller-manager serves nothing.

import { kubeconfigText } from './kubeconfig.mjs';

const SERVICE_RANGE = '10.0.0.0/24';

/** The address of the service `kubernetes`: always the first one of the range. */
export const SERVICE_IP = '10.0.0.1';

/** The socket of etcd; its appearance tells that etcd listens. Names end like ports because etcd insists on seeing one. */
export const ETCD_SOCKET = 'etcd.sock:0';

/** @typedef {Awaited<ReturnType<typeof import('./certificates.mjs').makeCertificates>>} Certificates */

/** Returns the flags of etcd. */
export function etcdArguments() {
  const client = `unix://${ETCD_SOCKET}`;
  const peer = 'unix://peer.sock:0';
  return [
    '--data-dir=etcd',
    '--unsafe-no-fsync', // the data does not outlive the cluster
    '--watch-progress-notify-interval=5s', // as kubeadm sets it: without it quiet kinds get no bookmarks at first
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ];
}

/**
 * Returns the flags of kube-apiserver.
 * @param {{ port: number, serviceAccounts: boolean }} options With `serviceAccounts`, pods need the account that
 * kube-controller-manager makes in every namespace; without, they can be created on an API server alone.
 */
export function apiServerArguments({ port, serviceAccounts }) {
  return [
    `--etcd-servers=unix://${ETCD_SOCKET}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    '--advertise-address=127.0.0.1', // else it looks for an outside interface, which a sandbox may lack
    '--endpoint-reconciler-type=none', // endpoints may not be loopback addresses, and nothing here follows them
    '--tls-cert-file=apiserver.crt',
    '--tls-private-key-file=apiserver.key',
    '--client-ca-file=ca.crt',
    '--authorization-mode=RBAC',
    '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
    '--service-account-key-file=service-accounts.pub',
    '--service-account-signing-key-file=service-accounts.key',
    `--service-cluster-ip-range=${SERVICE_RANGE}`,
    '--allow-privileged=true',
    ...(serviceAccounts ? [] : ['--disable-admission-plugins=ServiceAccount']),
  ];
}

/** Returns the flags of kube-controller-manager. */
export function controllerManagerArguments() {
  return [
    '--kubeconfig=controller-manager.kubeconfig',
    '--secure-port=0',
    '--leader-elect=false', // there is only one
    '--use-service-account-credentials=true', // each controller with its own rights, as in a real cluster
    '--service-account-private-key-file=service-accounts.key',
    '--root-ca-file=ca.crt',
    '--cluster-signing-cert-file=ca.crt',
    '--cluster-signing-key-file=ca.key',
    '--kube-api-qps=500', // the default paces a cluster of many, and makes tests wait
    '--kube-api-burst=1000',
  ];
}

/**
 * Returns the files that the flags of etcd and kube-apiserver name.
 * @param {Certificates} certificates
 * @returns {Record<string, string>}
 */
export function serverFiles({ ca, server, serviceAccounts }) {
  return {
    'ca.crt': ca.cert,
    'ca.key': ca.key,
    'apiserver.crt': server.cert,
    'apiserver.key': server.key,
    'service-accounts.pub': serviceAccounts.publicKey,
    'service-accounts.key': serviceAccounts.privateKey,
  };
}

/**
 * Returns the kubeconfig files, which can be written when the port of the server is known.
 * @param {Certificates} certificates
 * @param {string} url
 */
export function kubeconfigFiles({ ca, admin, controllerManager }, url) {
  return {
    kubeconfig: kubeconfigText({ url, ca: ca.cert, ...admin }),
    'controller-manager.kubeconfig': kubeconfigText({ url, ca: ca.cert, ...controllerManager }),
  };
}
