/**
 * What the server says of claims, volumes and classes of storage that are a little different from good ones, and of changes.
 */
import { changes, newOnes } from '../verdict-probe.mjs';

const claims = '/api/v1/namespaces/<ns>/persistentvolumeclaims';
const volumes = '/api/v1/persistentvolumes';
const storage = '/apis/storage.k8s.io/v1';
const name = { name: 'x-<id>' };

const claim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'one' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};
const volume = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: name,
  spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
};
const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: name,
  provisioner: 'example.com/x',
};
const driver = { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', metadata: name, spec: {} };
const attachment = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'VolumeAttachment',
  metadata: name,
  spec: { attacher: 'example.com', nodeName: 'n', source: { persistentVolumeName: 'p' } },
};
const csiNode = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSINode',
  metadata: name,
  spec: { drivers: [{ name: 'example.com', nodeID: 'n', topologyKeys: ['zone'] }] },
};

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  newOnes('verdicts on PersistentVolumeClaims · E6 · E7', claims, claim, {
    'a good one': {},
    'no spec': { spec: undefined },
    'no modes': { 'spec/accessModes': [] },
    'a mode that is none': { 'spec/accessModes': ['Write'] },
    'a mode for one pod among others': { 'spec/accessModes': ['ReadWriteOncePod', 'ReadOnlyMany'] },
    'no size': { 'spec/resources': undefined },
    'a size of nothing': { 'spec/resources/requests/storage': '0' },
    'a size below nothing': { 'spec/resources/requests/storage': '-1Gi' },
    'a size in other words': { 'spec/resources/requests/storage': '1024Mi' },
    'a limit': { 'spec/resources/limits': { storage: '2Gi' } },
    'a class': { 'spec/storageClassName': 'x' },
    'no class': { 'spec/storageClassName': '' },
    'a class that is none': { 'spec/storageClassName': 'A b' },
    'a volume mode': { 'spec/volumeMode': 'Block' },
    'a volume mode that is none': { 'spec/volumeMode': 'Tape' },
    'a selector': { 'spec/selector': { matchLabels: { a: 'b' } } },
    'a selector that is none': { 'spec/selector': { matchLabels: { 'a b': 'c' } } },
    'a source': { 'spec/dataSource': { kind: 'PersistentVolumeClaim', name: 'p' } },
    'a source of another kind': { 'spec/dataSource': { kind: 'Pod', name: 'p' } },
    'a source of another group': { 'spec/dataSource': { apiGroup: 'example.com', kind: 'K', name: 'p' } },
    'a source without a name': { 'spec/dataSource': { kind: 'PersistentVolumeClaim' } },
    'a newer source': { 'spec/dataSourceRef': { apiGroup: 'example.com', kind: 'K', name: 'p' } },
    'a newer source without a kind': { 'spec/dataSourceRef': { apiGroup: 'example.com', name: 'p' } },
    attributes: { 'spec/volumeAttributesClassName': 'gold' },
    'attributes that are none': { 'spec/volumeAttributesClassName': 'A b' },
    'a volume': { 'spec/volumeName': 'v' },
  }),
  changes('verdicts on changes of a PersistentVolumeClaim · E6', claims, claim, {
    'a bigger size': { 'spec/resources/requests/storage': '2Gi' },
    'another mode': { 'spec/accessModes': ['ReadOnlyMany'] },
    'a volume': { 'spec/volumeName': 'v' },
    'a class': { 'spec/storageClassName': 'x' },
    labels: { 'metadata/labels': { a: 'b' } },
  }),
  newOnes('verdicts on PersistentVolumes · E6 · E7', volumes, volume, {
    'a good one': {},
    'no spec': { spec: undefined },
    'no modes': { 'spec/accessModes': [] },
    'a mode that is none': { 'spec/accessModes': ['Write'] },
    'no size': { 'spec/capacity': undefined },
    'a size of something else': { 'spec/capacity': { cpu: '1' } },
    'a size of nothing': { 'spec/capacity': { storage: '0' } },
    'a size below nothing': { 'spec/capacity': { storage: '-1' } },
    'no source': { 'spec/hostPath': undefined },
    'two sources': { 'spec/nfs': { server: 's', path: '/p' } },
    'no path': { 'spec/hostPath': {} },
    'a path that leads up': { 'spec/hostPath/path': '/a/../b' },
    'the root to be recycled': { 'spec/hostPath/path': '/', 'spec/persistentVolumeReclaimPolicy': 'Recycle' },
    'a share': { 'spec/hostPath': undefined, 'spec/nfs': { server: 's', path: 'p' } },
    'a driver': { 'spec/hostPath': undefined, 'spec/csi': { driver: 'example.com', volumeHandle: 'h' } },
    'a driver without a handle': { 'spec/hostPath': undefined, 'spec/csi': { driver: 'A b' } },
    'a local one': {
      'spec/hostPath': undefined,
      'spec/local': { path: '/x' },
      'spec/nodeAffinity': {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }] },
      },
    },
    'a local one without nodes': { 'spec/hostPath': undefined, 'spec/local': { path: '/x' } },
    'nodes that are none': { 'spec/nodeAffinity': { required: { nodeSelectorTerms: [] } } },
    'nodes that are not told': { 'spec/nodeAffinity': {} },
    'a policy that is none': { 'spec/persistentVolumeReclaimPolicy': 'Burn' },
    'a class that is none': { 'spec/storageClassName': 'A b' },
    'a volume mode that is none': { 'spec/volumeMode': 'Tape' },
    options: { 'spec/mountOptions': ['ro'] },
    'a claim': { 'spec/claimRef': { namespace: 'n', name: 'c' } },
  }),
  changes('verdicts on changes of a PersistentVolume · E6', volumes, volume, {
    'another source': { 'spec/hostPath/path': '/y' },
    'another size': { 'spec/capacity/storage': '2Gi' },
    'another policy': { 'spec/persistentVolumeReclaimPolicy': 'Delete' },
    'another volume mode': { 'spec/volumeMode': 'Block' },
    'a class': { 'spec/storageClassName': 'x' },
    nodes: {
      'spec/nodeAffinity': {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }] },
      },
    },
  }),
  newOnes('verdicts on StorageClasses · E6 · E7', `${storage}/storageclasses`, storageClass, {
    'a good one': {},
    'no provisioner': { provisioner: undefined },
    'a provisioner that is none': { provisioner: 'a b' },
    parameters: { parameters: { a: 'b' } },
    'parameters without a name': { parameters: { '': 'b' } },
    'a policy that is none': { reclaimPolicy: 'Recycle' },
    'a binding that is none': { volumeBindingMode: 'Later' },
    waiting: { volumeBindingMode: 'WaitForFirstConsumer', allowVolumeExpansion: true, mountOptions: ['ro'] },
    places: { allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a'] }] }] },
    'places that are none': { allowedTopologies: [{ matchLabelExpressions: [{ key: 'a b', values: [] }] }] },
    'a place twice': {
      allowedTopologies: [
        { matchLabelExpressions: [{ key: 'zone', values: ['a', 'a'] }] },
        { matchLabelExpressions: [{ key: 'zone', values: ['a', 'a'] }] },
      ],
    },
  }),
  changes('verdicts on changes of a StorageClass · E6', `${storage}/storageclasses`, storageClass, {
    'another provisioner': { provisioner: 'example.com/y' },
    parameters: { parameters: { a: 'b' } },
    'another policy': { reclaimPolicy: 'Retain' },
    'another binding': { volumeBindingMode: 'WaitForFirstConsumer' },
    'bigger volumes': { allowVolumeExpansion: true },
    'other places': { allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a'] }] }] },
  }),
  newOnes('verdicts on CSIDrivers · E6 · E7', `${storage}/csidrivers`, driver, {
    'a good one': {},
    'a long name': { 'metadata/name': 'n'.repeat(64) },
    modes: { 'spec/volumeLifecycleModes': ['Ephemeral'] },
    'a mode that is none': { 'spec/volumeLifecycleModes': ['Once'] },
    'a policy': { 'spec/fsGroupPolicy': 'File' },
    'a policy that is none': { 'spec/fsGroupPolicy': 'Some' },
    tokens: { 'spec/tokenRequests': [{ audience: 'a' }] },
    'tokens twice': { 'spec/tokenRequests': [{ audience: 'a' }, { audience: 'a' }] },
    'tokens that end at once': { 'spec/tokenRequests': [{ audience: 'a', expirationSeconds: 5 }] },
  }),
  newOnes('verdicts on CSINodes · E6', `${storage}/csinodes`, csiNode, {
    'a good one': {},
    'no driver name': { 'spec/drivers/0/name': '' },
    'no node': { 'spec/drivers/0/nodeID': '' },
    'a place that is none': { 'spec/drivers/0/topologyKeys': ['a b'] },
    'a driver twice': { 'spec/drivers/1': csiNode.spec.drivers[0] },
    'a number below zero': { 'spec/drivers/0/allocatable': { count: -1 } },
  }),
  newOnes('verdicts on VolumeAttachments · E6', `${storage}/volumeattachments`, attachment, {
    'a good one': {},
    'no attacher': { 'spec/attacher': undefined },
    'no node': { 'spec/nodeName': undefined },
    'no source': { 'spec/source': {} },
  }),
];
