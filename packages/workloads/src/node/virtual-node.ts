/**
 * A node that is not there: its object as a real kubelet registers it, with room for pods that nobody runs. It is told from others by its annotation, so that a Node made by
 * hand with the same annotation is one as well.
 * Upstream: kubelet's node status setters; the idea is kwok's.
 */
import { annotationOf, formatTime, stableHash } from '@reeve/machinery';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import type { Node, NodeCondition, NodeStatus } from '@reeve/kinds/core/v1';

/** How a virtual node is made. */
export interface VirtualNodeOptions {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly taints?: NonNullable<Node['spec']>['taints'];
  /** What it has room for; 32 CPUs, 256 GiB and 110 pods unless given. */
  readonly capacity?: Readonly<Record<string, string>>;
}

/** Marks nodes whose pods are brought to life by the virtual kubelet. */
export const virtualNodeAnnotation = 'reeve.dev/virtual-node';

/** What goes wrong with a node: `lost` is silent, `not-ready` says that it is not ready. */
export const nodeFailureAnnotation = 'reeve.dev/fail';

export const isVirtualNode = (node: DeepReadonly<KubeObject>): boolean =>
  annotationOf(node, virtualNodeAnnotation) === 'true';

export const isLostNode = (node: DeepReadonly<KubeObject>): boolean =>
  annotationOf(node, nodeFailureAnnotation) === 'lost';

/** The object of a new node. */
export function virtualNode({ name, labels, annotations, taints }: VirtualNodeOptions): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'beta.kubernetes.io/arch': 'amd64',
        ...labels,
      },
      annotations: { [virtualNodeAnnotation]: 'true', ...annotations },
    },
    ...(taints && { spec: { taints } }),
  };
}

/** What a virtual node reports of itself. Capacity and addresses that it has already stay. */
export function virtualNodeStatus(
  node: DeepReadonly<Node>,
  capacity: Readonly<Record<string, string>>,
  nowMs: number,
): NodeStatus {
  const { status = {} } = node;
  const has = { ...usualCapacity, ...capacity, ...status.capacity };
  const name = node.metadata.name ?? '';
  return {
    capacity: has,
    allocatable: { ...has, ...status.allocatable },
    addresses: (status.addresses ?? addressesOf(name)).map((address) => ({ ...address })),
    conditions: conditionsOf(node, nowMs),
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: nodeInfoOf(name),
  };
}

/** The address of a node, also before its status says it. */
export const nodeAddress = ({ metadata, status }: DeepReadonly<Node>): string =>
  (status?.addresses ?? addressesOf(metadata.name ?? '')).find(({ type }) => type === 'InternalIP')?.address ?? '';

const usualCapacity = {
  cpu: '32',
  memory: '256Gi',
  pods: '110',
  'ephemeral-storage': '1Ti',
  'hugepages-1Gi': '0',
  'hugepages-2Mi': '0',
};

/** An address that follows from the name, so that two processes agree. */
function addressesOf(name: string): { type: 'InternalIP' | 'Hostname'; address: string }[] {
  const digest = stableHash(name);
  const part = (at: number): number => (Number.parseInt(digest.slice(at, at + 2), 16) % 254) + 1;
  return [
    { type: 'InternalIP', address: `172.18.${part(0)}.${part(2)}` },
    { type: 'Hostname', address: name },
  ];
}

/** The conditions of a node; those of others stay. */
function conditionsOf(node: DeepReadonly<Node>, nowMs: number): NodeCondition[] {
  const isReady = annotationOf(node, nodeFailureAnnotation) !== 'not-ready';
  const own: readonly Omit<NodeCondition, 'lastTransitionTime' | 'lastHeartbeatTime'>[] = [
    condition('MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'),
    condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
    condition('PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
    isReady
      ? condition('Ready', 'True', 'KubeletReady', 'kubelet is posting ready status')
      : condition('Ready', 'False', 'KubeletNotReady', 'container runtime is down'),
  ];
  const before = node.status?.conditions ?? [];
  const now = formatTime(nowMs);
  const next = own.map((one) => {
    const known = before.find(({ type }) => type === one.type);
    const isSame = known?.status === one.status && known.reason === one.reason;
    if (isSame) return { ...known, ...one };
    const lastTransitionTime = known?.status === one.status ? (known.lastTransitionTime ?? now) : now;
    return { ...one, lastHeartbeatTime: now, lastTransitionTime };
  });
  return [...before.filter(({ type }) => !own.some((one) => one.type === type)).map((one) => ({ ...one })), ...next];
}

const condition = (type: string, status: string, reason: string, message: string) => ({
  type,
  status,
  reason,
  message,
});

const nodeInfoOf = (name: string): NonNullable<NodeStatus['nodeInfo']> => ({
  machineID: stableHash(name).repeat(2),
  systemUUID: stableHash(name).repeat(2),
  bootID: stableHash(name).repeat(2),
  kernelVersion: '6.0.0-virtual',
  osImage: 'reeve virtual node',
  containerRuntimeVersion: 'virtual://1.0.0',
  kubeletVersion: 'v1.37.1',
  kubeProxyVersion: '',
  operatingSystem: 'linux',
  architecture: 'amd64',
});
