/**
 * What the server says of pods that are a little different from a good one, and of changes of a pod.
 */
import { pod, pods } from '../probe-objects.mjs';
import { changes, newOnes } from '../verdict-probe.mjs';

const c = 'spec/containers/0';
const plain = pod('one', {}, { labels: { app: 'one' } });
const withVolume = pod('one', {
  volumes: [{ name: 'v', emptyDir: {} }],
  containers: [{ name: 'main', image: 'example/main:1', volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
});
const withInit = pod('one', { initContainers: [{ name: 'init', image: 'example/init:1' }] });
const side = { name: 'side', image: 'example/side:1' };
/** @param {unknown} source */
const env = (source) => ({ [`${c}/env`]: [{ name: 'A', valueFrom: source }] });
/** @param {unknown} probe */
const live = (probe) => ({ [`${c}/livenessProbe`]: probe });
/** @param {unknown} limits @param {unknown} [requests] */
const resources = (limits, requests) => ({ [`${c}/resources`]: { limits, requests } });
/** @param {unknown} source */
const volume = (source) => ({ 'spec/volumes/0': source });
/** @param {unknown} toleration */
const toleration = (toleration) => ({ 'spec/tolerations': [toleration] });
/** @param {unknown} context */
const inContainer = (context) => ({ [`${c}/securityContext`]: context });
/** @param {unknown} affinity */
const onNode = (affinity) => ({ 'spec/affinity/nodeAffinity': affinity });
/** @param {unknown} term */
const away = (term) => ({
  'spec/affinity/podAntiAffinity': { requiredDuringSchedulingIgnoredDuringExecution: [term] },
});
/** @param {unknown} constraint */
const spread = (constraint) => ({ 'spec/topologySpreadConstraints': [constraint] });

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  newOnes('verdicts on the containers of a Pod · E6', pods, plain, {
    'a good one': {},
    'no spec': { spec: undefined },
    'no containers': { 'spec/containers': [] },
    'no name': { [`${c}/name`]: undefined },
    'a name with capitals': { [`${c}/name`]: 'Main' },
    'a name with dots': { [`${c}/name`]: 'a.b' },
    'a long name': { [`${c}/name`]: 'n'.repeat(64) },
    'no image': { [`${c}/image`]: undefined },
    'an image with spaces around': { [`${c}/image`]: ' x ' },
    'an image of spaces': { [`${c}/image`]: '  ' },
    'two of one name': { 'spec/containers/1': plain.spec.containers[0] },
    'a pull policy that is none': { [`${c}/imagePullPolicy`]: 'Often' },
    'a message policy that is none': { [`${c}/terminationMessagePolicy`]: 'Nowhere' },
    'a tag and no policy': { [`${c}/image`]: 'x:latest' },
    'a digest and no policy': { [`${c}/image`]: `x@sha256:${'0'.repeat(64)}` },
    'a working folder and a command': { [`${c}/workingDir`]: '/x', [`${c}/command`]: ['a'], [`${c}/args`]: [''] },
    'a message path of its own': { [`${c}/terminationMessagePath`]: '/log' },
    'a container that is restarted by a policy of its own': { [`${c}/restartPolicy`]: 'Always' },
    'a restart policy of a container that is none': { [`${c}/restartPolicy`]: 'Perhaps' },
    'standard input once': { [`${c}/stdinOnce`]: true, [`${c}/tty`]: true },
    'devices and paths': { [`${c}/volumeDevices`]: [{ name: 'v', devicePath: '/dev/x' }] },
    'a resize policy': { [`${c}/resizePolicy`]: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] },
    'a resize policy that is none': { [`${c}/resizePolicy`]: [{ resourceName: 'disk', restartPolicy: 'Never' }] },
    'two resize policies for one resource': {
      [`${c}/resizePolicy`]: [
        { resourceName: 'cpu', restartPolicy: 'NotRequired' },
        { resourceName: 'cpu', restartPolicy: 'RestartContainer' },
      ],
    },
    'a hook': { [`${c}/lifecycle`]: { preStop: { exec: { command: ['a'] } } } },
    'a hook without a handler': { [`${c}/lifecycle`]: { postStart: {} } },
    'a hook that sleeps': { [`${c}/lifecycle`]: { preStop: { sleep: { seconds: 5 } } } },
    'a hook that sleeps too long': { [`${c}/lifecycle`]: { preStop: { sleep: { seconds: 99 } } } },
    'a hook with two handlers': {
      [`${c}/lifecycle`]: { preStop: { exec: { command: ['a'] }, tcpSocket: { port: 1 } } },
    },
    'a hook without a command': { [`${c}/lifecycle`]: { preStop: { exec: {} } } },
    'a stop signal': { [`${c}/lifecycle`]: { stopSignal: 'SIGTERM' } },
  }),
  newOnes('verdicts on the ports of a container · E6', pods, plain, {
    'a good one': { [`${c}/ports`]: [{ containerPort: 80, name: 'http' }] },
    'no number': { [`${c}/ports`]: [{ name: 'http' }] },
    'a number too big': { [`${c}/ports`]: [{ containerPort: 65_536 }] },
    'a number below zero': { [`${c}/ports`]: [{ containerPort: -1 }] },
    'a host port too big': { [`${c}/ports`]: [{ containerPort: 80, hostPort: 65_536 }] },
    'a protocol that is none': { [`${c}/ports`]: [{ containerPort: 80, protocol: 'tcp' }] },
    'a name too long': { [`${c}/ports`]: [{ containerPort: 80, name: 'sixteen-letters-x' }] },
    'a name with capitals': { [`${c}/ports`]: [{ containerPort: 80, name: 'HTTP' }] },
    'a name of digits': { [`${c}/ports`]: [{ containerPort: 80, name: '80' }] },
    'a name with two dashes': { [`${c}/ports`]: [{ containerPort: 80, name: 'a--b' }] },
    'a name that ends in a dash': { [`${c}/ports`]: [{ containerPort: 80, name: 'a-' }] },
    'two of one name': {
      [`${c}/ports`]: [
        { containerPort: 80, name: 'a' },
        { containerPort: 81, name: 'a' },
      ],
    },
    'two of one number': { [`${c}/ports`]: [{ containerPort: 80 }, { containerPort: 80 }] },
    'one host port twice': {
      [`${c}/ports`]: [
        { containerPort: 80, hostPort: 8080 },
        { containerPort: 81, hostPort: 8080 },
      ],
    },
    'a host address': { [`${c}/ports`]: [{ containerPort: 80, hostPort: 80, hostIP: '1.2.3.4' }] },
    'a host address that is none': { [`${c}/ports`]: [{ containerPort: 80, hostPort: 80, hostIP: 'here' }] },
    'a host network fills in host ports': { 'spec/hostNetwork': true, [`${c}/ports`]: [{ containerPort: 80 }] },
    'a host network with another host port': {
      'spec/hostNetwork': true,
      [`${c}/ports`]: [{ containerPort: 80, hostPort: 81 }],
    },
  }),
  newOnes('verdicts on the environment of a container · E6', pods, plain, {
    'a good one': { [`${c}/env`]: [{ name: 'A', value: '1' }, { name: 'a.b-c' }] },
    'no name': { [`${c}/env`]: [{ value: '1' }] },
    'a name with an equals sign': { [`${c}/env`]: [{ name: 'A=B' }] },
    'a name that begins with a digit': { [`${c}/env`]: [{ name: '1a' }] },
    'a value and a source': {
      [`${c}/env`]: [{ name: 'A', value: 'x', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
    },
    'a source that is none': env({}),
    'two sources': env({
      fieldRef: { fieldPath: 'metadata.name' },
      configMapKeyRef: { name: 'c', key: 'k' },
    }),
    'a field': env({ fieldRef: { fieldPath: 'metadata.name' } }),
    'a field of a label': env({ fieldRef: { fieldPath: "metadata.labels['a']" } }),
    'a field of a label that is none': env({ fieldRef: { fieldPath: "metadata.labels['a b']" } }),
    'all labels': env({ fieldRef: { fieldPath: 'metadata.labels' } }),
    'a subscript of a field without': env({ fieldRef: { fieldPath: "metadata.name['a']" } }),
    'a field that is none': env({ fieldRef: { fieldPath: 'spec.nothing' } }),
    'a field without a path': env({ fieldRef: {} }),
    'a field of another version': env({ fieldRef: { apiVersion: 'v2', fieldPath: 'metadata.name' } }),
    'a resource': env({ resourceFieldRef: { resource: 'limits.cpu' } }),
    'a resource and its unit': env({ resourceFieldRef: { resource: 'limits.memory', divisor: '1Mi' } }),
    'a resource that is none': env({ resourceFieldRef: { resource: 'limits.nothing' } }),
    'no resource': env({ resourceFieldRef: {} }),
    'a unit that is none': env({ resourceFieldRef: { resource: 'limits.cpu', divisor: '3' } }),
    'a key of a ConfigMap': env({ configMapKeyRef: { name: 'c', key: 'k', optional: true } }),
    'no key of a ConfigMap': env({ configMapKeyRef: { name: 'c' } }),
    'no ConfigMap': env({ configMapKeyRef: { key: 'k' } }),
    'a key of a ConfigMap that is none': env({ configMapKeyRef: { name: 'c', key: 'a/b' } }),
    'a key of a Secret': env({ secretKeyRef: { name: 'c', key: 'k' } }),
    'no key of a Secret': env({ secretKeyRef: { name: 'c' } }),
    'no Secret': env({ secretKeyRef: { key: '..' } }),
    'everything of a ConfigMap': { [`${c}/envFrom`]: [{ prefix: 'P_', configMapRef: { name: 'c' } }] },
    'everything of nothing': { [`${c}/envFrom`]: [{}] },
    'everything of both': { [`${c}/envFrom`]: [{ configMapRef: { name: 'c' }, secretRef: { name: 's' } }] },
    'everything of a ConfigMap without a name': { [`${c}/envFrom`]: [{ configMapRef: {} }] },
    'everything of a Secret without a name': { [`${c}/envFrom`]: [{ secretRef: {} }] },
    'a prefix that is none': { [`${c}/envFrom`]: [{ prefix: 'a=b', secretRef: { name: 's' } }] },
  }),
  newOnes('verdicts on the probes of a container · E6', pods, plain, {
    'a good one': live({ httpGet: { port: 80 } }),
    'no handler': live({}),
    'two handlers': live({ httpGet: { port: 80 }, exec: { command: ['a'] } }),
    'no command': live({ exec: {} }),
    'no port': live({ httpGet: { path: '/' } }),
    'a port too big': live({ httpGet: { port: 70_000 } }),
    'a port by name': live({ tcpSocket: { port: 'http' } }),
    'a port by a name that is none': live({ tcpSocket: { port: 'H' } }),
    'a scheme that is none': live({ httpGet: { port: 80, scheme: 'ftp' } }),
    headers: live({ httpGet: { port: 80, httpHeaders: [{ name: 'X-A', value: '1' }] } }),
    'a header that is none': live({ httpGet: { port: 80, httpHeaders: [{ name: 'X A', value: '1' }] } }),
    grpc: live({ grpc: { port: 5000 } }),
    'grpc without a port': live({ grpc: {} }),
    'numbers below zero': live({
      tcpSocket: { port: 1 },
      initialDelaySeconds: -1,
      timeoutSeconds: -1,
      periodSeconds: -1,
      failureThreshold: -1,
    }),
    'two successes': live({ tcpSocket: { port: 1 }, successThreshold: 2 }),
    'two successes to be ready': { [`${c}/readinessProbe`]: { tcpSocket: { port: 1 }, successThreshold: 2 } },
    'two successes to be started': { [`${c}/startupProbe`]: { tcpSocket: { port: 1 }, successThreshold: 2 } },
    'grace of its own': live({ tcpSocket: { port: 1 }, terminationGracePeriodSeconds: 5 }),
    'no grace': live({ tcpSocket: { port: 1 }, terminationGracePeriodSeconds: 0 }),
    'grace of a probe that does not end anything': {
      [`${c}/readinessProbe`]: { tcpSocket: { port: 1 }, terminationGracePeriodSeconds: 5 },
    },
  }),
  newOnes('verdicts on the resources of a container · E6 · E8', pods, plain, {
    'a good one': resources({ cpu: '1', memory: '1Gi' }, { cpu: '500m' }),
    'amounts that are written otherwise': resources({ cpu: 2, memory: '1024Mi' }, { cpu: '0.5', memory: '1e6' }),
    'amounts of extended resources': resources({ 'example.com/gpu': 2 }),
    'an extended resource by half': resources({ 'example.com/gpu': '500m' }),
    'an extended resource asked otherwise': resources({ 'example.com/gpu': 2 }, { 'example.com/gpu': 1 }),
    'an extended resource without a limit': resources(undefined, { 'example.com/gpu': 1 }),
    'a request over the limit': resources({ cpu: '1' }, { cpu: '1500m' }),
    'a request below zero': resources(undefined, { cpu: '-1' }),
    'a limit below zero': resources({ memory: '-1Gi' }),
    'a resource that is none': resources({ disk: '1' }),
    'a resource with a name that is none': resources({ 'a b': '1' }),
    'storage, which is for volumes': resources({ storage: '1Gi' }),
    'huge pages': resources({ 'hugepages-2Mi': '4Mi', memory: '1Gi' }),
    'huge pages without memory': resources({ 'hugepages-2Mi': '4Mi' }),
    'huge pages without a limit': resources({ cpu: '1' }, { 'hugepages-2Mi': '4Mi' }),
    'parts of a byte': resources({ memory: '100m' }),
    claims: { [`${c}/resources`]: { claims: [{ name: 'x' }] } },
    'resources of the pod': { 'spec/resources': { limits: { cpu: '1' } } },
    'resources of the pod below those of its containers': {
      ...resources({ cpu: '2' }, { cpu: '2' }),
      'spec/resources': { requests: { cpu: '1' } },
    },
  }),
  newOnes('verdicts on the volumes of a Pod · E6', pods, withVolume, {
    'a good one': {},
    'no name': volume({ emptyDir: {} }),
    'a name with capitals': volume({ name: 'V', emptyDir: {} }),
    'two of one name': { 'spec/volumes/1': { name: 'v', emptyDir: {} } },
    'no source': volume({ name: 'v' }),
    'two sources': volume({ name: 'v', emptyDir: {}, configMap: { name: 'c' } }),
    'a size': volume({ name: 'v', emptyDir: { medium: 'Memory', sizeLimit: '1Gi' } }),
    'a size below zero': volume({ name: 'v', emptyDir: { sizeLimit: '-1' } }),
    'a ConfigMap': volume({ name: 'v', configMap: { name: 'c', items: [{ key: 'k', path: 'p' }] } }),
    'a ConfigMap without a name': volume({ name: 'v', configMap: {} }),
    'a ConfigMap with a mode that is none': volume({ name: 'v', configMap: { name: 'c', defaultMode: 512 } }),
    'a key without a path': volume({ name: 'v', configMap: { name: 'c', items: [{ key: 'k' }] } }),
    'a path without a key': volume({ name: 'v', configMap: { name: 'c', items: [{ path: 'p' }] } }),
    'a path that is absolute': volume({ name: 'v', configMap: { name: 'c', items: [{ key: 'k', path: '/p' }] } }),
    'a path that leads out': volume({ name: 'v', configMap: { name: 'c', items: [{ key: 'k', path: '../p' }] } }),
    'a mode of a key that is none': volume({
      name: 'v',
      configMap: { name: 'c', items: [{ key: 'k', path: 'p', mode: -1 }] },
    }),
    'a Secret': volume({ name: 'v', secret: { secretName: 's', defaultMode: 256 } }),
    'a Secret without a name': volume({ name: 'v', secret: {} }),
    'a Secret with a mode that is none': volume({ name: 'v', secret: { secretName: 's', defaultMode: 1000 } }),
    'a claim': volume({ name: 'v', persistentVolumeClaim: { claimName: 'p' } }),
    'a claim without a name': volume({ name: 'v', persistentVolumeClaim: {} }),
    'a path of the host': volume({ name: 'v', hostPath: { path: '/x', type: 'Directory' } }),
    'no path of the host': volume({ name: 'v', hostPath: {} }),
    'a path of the host that leads up': volume({ name: 'v', hostPath: { path: '/x/../y' } }),
    'a type of path that is none': volume({ name: 'v', hostPath: { path: '/x', type: 'Tree' } }),
    'the downward API': volume({
      name: 'v',
      downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] },
    }),
    'the downward API without a path': volume({
      name: 'v',
      downwardAPI: { items: [{ fieldRef: { fieldPath: 'metadata.labels' } }] },
    }),
    'the downward API without a field': volume({ name: 'v', downwardAPI: { items: [{ path: 'l' }] } }),
    'the downward API with a field that is for variables': volume({
      name: 'v',
      downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'spec.nodeName' } }] },
    }),
    'the downward API with a resource': volume({
      name: 'v',
      downwardAPI: { items: [{ path: 'l', resourceFieldRef: { containerName: 'main', resource: 'limits.cpu' } }] },
    }),
    'the downward API with a resource of nobody': volume({
      name: 'v',
      downwardAPI: { items: [{ path: 'l', resourceFieldRef: { resource: 'limits.cpu' } }] },
    }),
    'several sources in one': volume({
      name: 'v',
      projected: { sources: [{ configMap: { name: 'c' } }, { secret: { name: 's' } }] },
    }),
    'a token for nobody': volume({ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }),
    'a token that ends at once': {
      'spec/serviceAccountName': 'a',
      ...volume({
        name: 'v',
        projected: { sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 1 } }] },
      }),
    },
    'a token without a path': {
      'spec/serviceAccountName': 'a',
      ...volume({ name: 'v', projected: { sources: [{ serviceAccountToken: {} }] } }),
    },
    'a projected source that is none': volume({ name: 'v', projected: { sources: [{}] } }),
    'a projected Secret without a name': volume({ name: 'v', projected: { sources: [{ secret: {} }] } }),
    'no projected sources': volume({ name: 'v', projected: {} }),
    'a path that is projected twice': volume({
      name: 'v',
      projected: {
        sources: [
          { configMap: { name: 'c', items: [{ key: 'k', path: 'p' }] } },
          { secret: { name: 's', items: [{ key: 'k', path: 'p' }] } },
        ],
      },
    }),
    'a claim of its own': volume({
      name: 'v',
      ephemeral: {
        volumeClaimTemplate: {
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      },
    }),
    'a claim of its own without a template': volume({ name: 'v', ephemeral: {} }),
    'a claim of its own with nothing in it': volume({ name: 'v', ephemeral: { volumeClaimTemplate: { spec: {} } } }),
    'an NFS share': volume({ name: 'v', nfs: { server: 's', path: '/p' } }),
    'an NFS share without a server': volume({ name: 'v', nfs: { path: 'p' } }),
    'a CSI volume': volume({ name: 'v', csi: { driver: 'example.com' } }),
    'a CSI volume without a driver': volume({ name: 'v', csi: {} }),
    'an image': volume({ name: 'v', image: { reference: 'x', pullPolicy: 'Always' } }),
    'an image without a reference': volume({ name: 'v', image: {} }),
    'a mount of a volume that is not there': { [`${c}/volumeMounts/0/name`]: 'w' },
    'a mount without a name': { [`${c}/volumeMounts/0/name`]: undefined },
    'a mount without a path': { [`${c}/volumeMounts/0/mountPath`]: undefined },
    'two mounts at one path': { [`${c}/volumeMounts/1`]: { name: 'v', mountPath: '/v' } },
    'a path within': { [`${c}/volumeMounts/0/subPath`]: 'a/b' },
    'a path within that is absolute': { [`${c}/volumeMounts/0/subPath`]: '/a' },
    'a path within that leads out': { [`${c}/volumeMounts/0/subPath`]: 'a/../..' },
    'two paths within': { [`${c}/volumeMounts/0/subPath`]: 'a', [`${c}/volumeMounts/0/subPathExpr`]: 'b' },
    'a propagation that is none': { [`${c}/volumeMounts/0/mountPropagation`]: 'Upwards' },
    'a propagation to the host without privileges': { [`${c}/volumeMounts/0/mountPropagation`]: 'Bidirectional' },
    'read only to the bottom': {
      [`${c}/volumeMounts/0/readOnly`]: true,
      [`${c}/volumeMounts/0/recursiveReadOnly`]: 'Enabled',
    },
    'read only to the bottom of what is written': { [`${c}/volumeMounts/0/recursiveReadOnly`]: 'Enabled' },
    'a device of what is no claim': { [`${c}/volumeDevices`]: [{ name: 'v', devicePath: '/d' }] },
  }),
  newOnes('verdicts on the spec of a Pod · E6 · E7', pods, plain, {
    'a restart policy that is none': { 'spec/restartPolicy': 'Sometimes' },
    'a deadline of zero': { 'spec/activeDeadlineSeconds': 0 },
    'a deadline': { 'spec/activeDeadlineSeconds': 5 },
    'grace below zero': { 'spec/terminationGracePeriodSeconds': -1 },
    'a DNS policy that is none': { 'spec/dnsPolicy': 'Mine' },
    'a DNS policy that says nothing': { 'spec/dnsPolicy': 'None' },
    'a DNS config': {
      'spec/dnsConfig': { nameservers: ['1.2.3.4'], searches: ['a.b'], options: [{ name: 'ndots', value: '2' }] },
    },
    'too many servers': { 'spec/dnsConfig': { nameservers: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'] } },
    'a server that is none': { 'spec/dnsConfig': { nameservers: ['a'] } },
    'a search that is none': { 'spec/dnsConfig': { searches: ['a b', '.', '-'] } },
    'an option without a name': { 'spec/dnsConfig': { options: [{ value: '1' }] } },
    'a node selector': { 'spec/nodeSelector': { a: 'b' } },
    'a node selector that is none': { 'spec/nodeSelector': { 'a b': 'c d' } },
    'a node': { 'spec/nodeName': 'node' },
    'a node that is none': { 'spec/nodeName': 'Node_1' },
    'an account': { 'spec/serviceAccountName': 'a' },
    'an account by its old name': { 'spec/serviceAccount': 'a' },
    'an account that is none': { 'spec/serviceAccountName': 'A' },
    'a host name': { 'spec/hostname': 'h', 'spec/subdomain': 's' },
    'a host name that is none': { 'spec/hostname': 'h.h' },
    'a subdomain that is none': { 'spec/subdomain': 'S' },
    aliases: { 'spec/hostAliases': [{ ip: '1.2.3.4', hostnames: ['a', 'b.c'] }] },
    'aliases that are none': { 'spec/hostAliases': [{ ip: 'x', hostnames: ['A'] }] },
    'a pull secret': { 'spec/imagePullSecrets': [{ name: 's' }] },
    'a pull secret without a name': { 'spec/imagePullSecrets': [{}] },
    'a scheduler': { 'spec/schedulerName': 'mine' },
    'a class that is none': { 'spec/runtimeClassName': 'A' },
    'a class that is not there': { 'spec/runtimeClassName': 'nothing' },
    'a priority class that is not there': { 'spec/priorityClassName': 'nothing' },
    'a priority of its own': { 'spec/priority': 5 },
    'a system priority': { 'spec/priorityClassName': 'system-node-critical' },
    'a preemption policy that is none': { 'spec/preemptionPolicy': 'Always' },
    'never preempting': { 'spec/preemptionPolicy': 'Never' },
    'host namespaces': { 'spec/hostPID': true, 'spec/hostIPC': true, 'spec/hostNetwork': true },
    'one host namespace and a shared one': { 'spec/hostPID': true, 'spec/shareProcessNamespace': true },
    'a user namespace': { 'spec/hostUsers': false },
    'a user namespace on the host network': { 'spec/hostUsers': false, 'spec/hostNetwork': true },
    'readiness gates': { 'spec/readinessGates': [{ conditionType: 'example.com/x' }] },
    'a readiness gate that is none': { 'spec/readinessGates': [{ conditionType: 'a b' }] },
    'scheduling gates': { 'spec/schedulingGates': [{ name: 'example.com/x' }] },
    'a scheduling gate twice': { 'spec/schedulingGates': [{ name: 'a' }, { name: 'a' }] },
    'a scheduling gate without a name': { 'spec/schedulingGates': [{}] },
    'a scheduling gate and a node': { 'spec/schedulingGates': [{ name: 'a' }], 'spec/nodeName': 'n' },
    'an operating system': { 'spec/os': { name: 'linux' } },
    'an operating system that is none': { 'spec/os': { name: 'plan9' } },
    'an operating system without a name': { 'spec/os': {} },
    'windows with things of linux': {
      'spec/os': { name: 'windows' },
      'spec/hostPID': true,
      'spec/securityContext': { runAsUser: 1 },
    },
    'overhead without a class': { 'spec/overhead': { cpu: '1' } },
    'ephemeral containers from the start': { 'spec/ephemeralContainers': [side] },
    'no service links': { 'spec/enableServiceLinks': false },
    'a status from the start': { status: { phase: 'Running' } },
    'annotations of old that mean something': {
      'metadata/annotations': { 'controller.kubernetes.io/pod-deletion-cost': 'much' },
    },
    'an annotation of a mirror': { 'metadata/annotations': { 'kubernetes.io/config.mirror': 'x' } },
  }),
  newOnes('verdicts on the security of a Pod · E6', pods, plain, {
    'a good one': {
      'spec/securityContext': { runAsUser: 1, runAsGroup: 2, fsGroup: 3, supplementalGroups: [4], runAsNonRoot: true },
    },
    'a user below zero': { 'spec/securityContext': { runAsUser: -1 } },
    'a group below zero': { 'spec/securityContext': { runAsGroup: -1, fsGroup: -2, supplementalGroups: [-3] } },
    'a policy of groups': { 'spec/securityContext': { fsGroupChangePolicy: 'OnRootMismatch' } },
    'a policy of groups that is none': { 'spec/securityContext': { fsGroupChangePolicy: 'Never' } },
    'another policy of groups that is none': { 'spec/securityContext': { supplementalGroupsPolicy: 'Lax' } },
    sysctls: { 'spec/securityContext': { sysctls: [{ name: 'kernel.shm_rmid_forced', value: '1' }] } },
    'a sysctl without a name': { 'spec/securityContext': { sysctls: [{ value: '1' }] } },
    'a sysctl that is none': { 'spec/securityContext': { sysctls: [{ name: 'Kernel', value: '1' }] } },
    'a sysctl twice': {
      'spec/securityContext': {
        sysctls: [
          { name: 'a.b', value: '1' },
          { name: 'a.b', value: '2' },
        ],
      },
    },
    'a sysctl of the host': {
      'spec/hostNetwork': true,
      'spec/securityContext': { sysctls: [{ name: 'net.a', value: '1' }] },
    },
    'a profile': { 'spec/securityContext': { seccompProfile: { type: 'RuntimeDefault' } } },
    'a profile that is none': { 'spec/securityContext': { seccompProfile: { type: 'Mine' } } },
    'a profile without a type': { 'spec/securityContext': { seccompProfile: {} } },
    'a local profile without a path': { 'spec/securityContext': { seccompProfile: { type: 'Localhost' } } },
    'a path of a profile that needs none': {
      'spec/securityContext': { seccompProfile: { type: 'Unconfined', localhostProfile: 'x' } },
    },
    'an armour profile': { 'spec/securityContext': { appArmorProfile: { type: 'RuntimeDefault' } } },
    'an armour profile that is none': { 'spec/securityContext': { appArmorProfile: { type: 'Mine' } } },
    'a local armour profile without a path': { 'spec/securityContext': { appArmorProfile: { type: 'Localhost' } } },
    'a privileged container': inContainer({ privileged: true, allowPrivilegeEscalation: true }),
    'a privileged container without escalation': inContainer({ privileged: true, allowPrivilegeEscalation: false }),
    'a capability of much without escalation': inContainer({
      allowPrivilegeEscalation: false,
      capabilities: { add: ['CAP_SYS_ADMIN'] },
    }),
    capabilities: inContainer({ capabilities: { add: ['NET_ADMIN'], drop: ['ALL'] }, readOnlyRootFilesystem: true }),
    'a user of a container below zero': inContainer({ runAsUser: -1, runAsGroup: -1 }),
    'a mount of proc': inContainer({ procMount: 'Default' }),
    'a mount of proc that is none': inContainer({ procMount: 'Some' }),
    'a mount of proc without a user namespace': inContainer({ procMount: 'Unmasked' }),
    'a profile of a container that is none': inContainer({ seccompProfile: { type: 'x' } }),
    'windows options on linux': {
      'spec/os': { name: 'linux' },
      ...inContainer({ windowsOptions: { runAsUserName: 'x' } }),
    },
    'windows options': inContainer({ windowsOptions: { runAsUserName: '' } }),
  }),
  newOnes('verdicts on where a Pod may run · E6', pods, plain, {
    tolerations: toleration({ key: 'a', operator: 'Equal', value: 'b', effect: 'NoSchedule' }),
    'a toleration of everything': toleration({ operator: 'Exists' }),
    'a toleration without a key': toleration({ operator: 'Equal' }),
    'a toleration with a key that is none': toleration({ key: 'a b', operator: 'Exists' }),
    'a toleration with a value too much': toleration({ key: 'a', operator: 'Exists', value: 'b' }),
    'a toleration with a value that is none': toleration({ key: 'a', value: 'b c' }),
    'a toleration with an operator that is none': toleration({ key: 'a', operator: 'In' }),
    'a toleration with an effect that is none': toleration({ key: 'a', operator: 'Exists', effect: 'Never' }),
    'a toleration for a while': toleration({
      key: 'a',
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 5,
    }),
    'a toleration for a while of what does not drive out': toleration({
      key: 'a',
      operator: 'Exists',
      effect: 'NoSchedule',
      tolerationSeconds: 5,
    }),
    'a node': onNode({
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }],
      },
    }),
    'a node by nothing': onNode({ requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } }),
    'a node by an operator that is none': onNode({
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Is', values: ['b'] }] }],
      },
    }),
    'a node by no values': onNode({
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          {
            matchExpressions: [
              { key: 'a', operator: 'In' },
              { key: 'b c', operator: 'Exists', values: ['d'] },
              { key: 'e', operator: 'Gt', values: ['1', '2'] },
            ],
          },
        ],
      },
    }),
    'a node by fields': onNode({
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] }],
      },
    }),
    'a node by fields that are none': onNode({
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          {
            matchFields: [
              { key: 'spec.x', operator: 'In', values: ['a'] },
              { key: 'metadata.name', operator: 'In', values: ['a', 'b'] },
              { key: 'metadata.name', operator: 'Exists' },
            ],
          },
        ],
      },
    }),
    'a node that is preferred': onNode({
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, preference: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
      ],
    }),
    'a node that is preferred too much': onNode({
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 101, preference: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
      ],
    }),
    'away from others': away({ topologyKey: 'zone', labelSelector: { matchLabels: { a: 'b' } } }),
    'away from others without a place': away({ labelSelector: { matchLabels: { a: 'b' } } }),
    'away from others with a place that is none': away({ topologyKey: 'a b', namespaces: ['A'] }),
    'away from others by labels that are none': away({
      topologyKey: 'zone',
      labelSelector: { matchLabels: { 'a b': 'c' }, matchExpressions: [{ key: 'x', operator: 'Is' }] },
    }),
    'near others, with a weight that is none': {
      'spec/affinity/podAffinity': {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 0, podAffinityTerm: { topologyKey: '' } }],
      },
    },
    'keys of labels': away({
      topologyKey: 'zone',
      labelSelector: { matchLabels: { a: 'b' } },
      matchLabelKeys: ['app'],
    }),
    'keys of labels without a selector': away({ topologyKey: 'zone', matchLabelKeys: ['app'] }),
    spread: spread({
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { a: 'b' } },
    }),
    'spread by nothing': spread({}),
    'spread unevenly': spread({ maxSkew: -1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }),
    'spread with an action that is none': spread({ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'Give up' }),
    'spread over at least some': spread({
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      minDomains: 2,
    }),
    'spread over at least none': spread({
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'ScheduleAnyway',
      minDomains: 0,
    }),
    'spread with policies that are none': spread({
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      nodeAffinityPolicy: 'x',
      nodeTaintsPolicy: 'y',
    }),
  }),
  newOnes('verdicts on what runs before the others · E6', pods, withInit, {
    'a good one': {},
    'a sidecar': { 'spec/initContainers/0/restartPolicy': 'Always' },
    'a restart policy that is none': { 'spec/initContainers/0/restartPolicy': 'Sometimes' },
    'a name of the others': { 'spec/initContainers/0/name': 'main' },
    'no name': { 'spec/initContainers/0/name': undefined },
    'no image': { 'spec/initContainers/0/image': undefined },
    probes: {
      'spec/initContainers/0/livenessProbe': { tcpSocket: { port: 1 } },
      'spec/initContainers/0/readinessProbe': { tcpSocket: { port: 1 } },
      'spec/initContainers/0/startupProbe': { tcpSocket: { port: 1 } },
      'spec/initContainers/0/lifecycle': { preStop: { exec: { command: ['a'] } } },
    },
    'probes of a sidecar': {
      'spec/initContainers/0/restartPolicy': 'Always',
      'spec/initContainers/0/livenessProbe': { tcpSocket: { port: 1 }, successThreshold: 3 },
    },
    'two of one name': { 'spec/initContainers/1': { name: 'init', image: 'x' } },
    'host ports that both have': {
      'spec/initContainers/0/ports': [{ containerPort: 1, hostPort: 1 }],
      [`${c}/ports`]: [{ containerPort: 1, hostPort: 1 }],
    },
  }),
  changes('verdicts on changes of a Pod · E6', pods, changedPod(), {
    'another image': { [`${c}/image`]: 'example/main:2' },
    'no image': { [`${c}/image`]: '' },
    'an image with a space': { [`${c}/image`]: ' x' },
    'another image for the first': { 'spec/initContainers/0/image': 'x' },
    'another command': { [`${c}/command`]: ['x'] },
    'one more container': { 'spec/containers/1': side },
    'one less': { 'spec/initContainers': [] },
    labels: { 'metadata/labels': { app: 'two' } },
    'a deadline': { 'spec/activeDeadlineSeconds': 5 },
    'a longer deadline': { 'spec/activeDeadlineSeconds': 500 },
    'no deadline': { 'spec/activeDeadlineSeconds': undefined },
    'one more toleration': { 'spec/tolerations/-': { key: 'z', operator: 'Exists' } },
    'one less toleration': { 'spec/tolerations/0': undefined },
    'a toleration for longer': { 'spec/tolerations/0/tolerationSeconds': 9 },
    'more grace': { 'spec/terminationGracePeriodSeconds': 9 },
    'a node': { 'spec/nodeName': 'n' },
    'another policy': { 'spec/restartPolicy': 'Never' },
    'fewer gates': { 'spec/schedulingGates': [] },
    'another gate': { 'spec/schedulingGates': [{ name: 'b' }] },
    'a node selector while it waits': { 'spec/nodeSelector': { a: 'b' } },
    resources: { [`${c}/resources`]: { requests: { cpu: '1' } } },
    'a volume': { 'spec/volumes/-': { name: 'w', emptyDir: {} } },
    'an account': { 'spec/serviceAccountName': 'other' },
    'a hostname': { 'spec/hostname': 'x' },
    'the status': { status: { phase: 'Failed' } },
    'an ephemeral container': { 'spec/ephemeralContainers': [side] },
    'a finalizer': { 'metadata/finalizers': ['example.com/x'] },
    'a finalizer without a domain': { 'metadata/finalizers': ['x'] },
  }),
];

function changedPod() {
  return pod('one', {
    initContainers: [{ name: 'init', image: 'example/init:1' }],
    containers: [{ name: 'main', image: 'example/main:1' }],
    tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }],
    activeDeadlineSeconds: 50,
    volumes: [{ name: 'v', emptyDir: {} }],
    schedulingGates: [{ name: 'a' }],
  });
}
