/**
 * The Pod Security Standards: what pods and templates of workloads are refused for and warned of, by the labels of their namespace.
 */
import { del, patch, post } from '../../../../../tools/differential/probe.mjs';
import { Random } from '../../../../../tools/differential/schema/random.mjs';
import { deployment, deployments, pod, pods } from '../probe-objects.mjs';

/** @typedef {Record<string, unknown>} Json */
/** @typedef {import('../../../../../tools/differential/probe.mjs').Step} Step */

const namespace = '/api/v1/namespaces/<ns>';
const show = ['warning'];
const pick = ['message', 'reason', 'code', 'details', 'metadata.labels'];

/** @param {Json} labels */
const labelled = (labels) =>
  patch(
    'merge',
    namespace,
    {
      metadata: {
        labels: Object.fromEntries(
          Object.entries(labels).map(([name, value]) => [`pod-security.kubernetes.io/${name}`, value]),
        ),
      },
    },
    { pick: ['message', 'reason', 'code', 'details'], show },
  );

/** Waits until a real server has seen the labels: a pod that any level refuses. @type {Step} */
const inForce = post(`${pods}?dryRun=All`, pod('canary', { hostPID: true }), { quiet: true, until: { status: 403 } });

/** @param {Json} context @param {Json} [more] */
const container = (context, more = {}) => ({ name: 'a', image: 'b:1', securityContext: context, ...more });

const strict = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};

/** @type {Record<string, [spec: Json, annotations?: Json]>} */
const cases = {
  plain: [{}],
  strict: [{ containers: [container(strict)] }],
  'strict by the pod': [
    {
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [container({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } })],
    },
  ],
  privileged: [{ containers: [container({ privileged: true })] }],
  'two privileged': [
    {
      containers: [container({ privileged: true }), { ...container({ privileged: true }), name: 'c' }],
      initContainers: [{ ...container({ privileged: true }), name: 'i' }],
    },
  ],
  'all of the host': [{ hostNetwork: true, hostPID: true, hostIPC: true }],
  'ports of the host': [
    {
      containers: [
        container(
          {},
          {
            ports: [
              { containerPort: 80, hostPort: 8080 },
              { containerPort: 81, hostPort: 90 },
            ],
          },
        ),
      ],
    },
  ],
  'paths of the host': [
    {
      volumes: [
        { name: 'one', hostPath: { path: '/' } },
        { name: 'two', hostPath: { path: '/etc' } },
      ],
    },
  ],
  volumes: [
    {
      volumes: [
        { name: 'one', nfs: { server: 'a', path: '/' } },
        { name: 'two', emptyDir: {} },
        { name: 'three', iscsi: { targetPortal: '1.2.3.4', iqn: 'iqn.2001-04.com.example:a', lun: 0 } },
      ],
    },
  ],
  capabilities: [{ containers: [container({ capabilities: { add: ['SYS_ADMIN', 'CHOWN', 'NET_RAW'] } })] }],
  'a capability that is free': [
    { containers: [container({ ...strict, capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } })] },
  ],
  'unconfined seccomp': [
    {
      securityContext: { seccompProfile: { type: 'Unconfined' } },
      containers: [container({ seccompProfile: { type: 'Unconfined' } })],
    },
  ],
  'unconfined AppArmor': [
    {
      securityContext: { appArmorProfile: { type: 'Unconfined' } },
      containers: [container({ appArmorProfile: { type: 'Unconfined' } })],
    },
  ],
  SELinux: [
    {
      securityContext: { seLinuxOptions: { type: 'spc_t', user: 'me' } },
      containers: [container({ seLinuxOptions: { type: 'container_engine_t', role: 'it' } })],
    },
  ],
  sysctls: [
    {
      securityContext: {
        sysctls: [
          { name: 'kernel.msgmax', value: '1' },
          { name: 'net.ipv4.tcp_rmem', value: '1' },
          { name: 'net.ipv4.tcp_notsent_lowat', value: '1' },
          { name: 'net.ipv4.tcp_syncookies', value: '1' },
        ],
      },
    },
  ],
  'root by number': [{ securityContext: { runAsUser: 0 }, containers: [container({ ...strict, runAsUser: 0 })] }],
  'root allowed': [{ securityContext: { runAsNonRoot: false }, containers: [container({ runAsNonRoot: false })] }],
  'users of its own': [{ hostUsers: false, containers: [container({ procMount: 'Unmasked', runAsUser: 0 })] }],
  'the proc of the host': [{ containers: [container({ procMount: 'Unmasked' })], hostUsers: false }],
  Windows: [{ os: { name: 'windows' }, securityContext: { runAsNonRoot: true } }],
  'probes of another host': [
    {
      containers: [
        container(
          {},
          {
            livenessProbe: { httpGet: { port: 80, host: '1.2.3.4' } },
            readinessProbe: { tcpSocket: { port: 80, host: 'example.com' } },
            lifecycle: { preStop: { httpGet: { port: 80, host: '1.2.3.4' } } },
          },
        ),
      ],
    },
  ],
};

/** @param {string} note @param {[spec: Json, annotations?: Json]} parts */
const tryPod = (note, [spec, annotations]) =>
  post(`${pods}?dryRun=All`, pod('a', spec, annotations ? { annotations } : {}), { note, pick, show });

/** @param {Json} labels */
const table = (labels) => ({
  title: `pods under ${Object.entries(labels)
    .map((each) => each.join(' '))
    .join(', ')} · A11 PodSecurity`,
  steps: [labelled(labels), inForce, ...Object.entries(cases).map(([note, parts]) => tryPod(note, parts))],
});

/** Pods with parts of several cases. @param {number} seed @param {number} count */
function generated(seed, count) {
  const random = new Random(seed);
  const all = Object.values(cases).map(([spec]) => spec);
  const contexts = all.flatMap(({ containers = [] }) =>
    /** @type {Json[]} */ (containers).map(({ securityContext }) => securityContext),
  );
  return Array.from({ length: count }, (_, index) => {
    const specs = [random.pick(all), random.pick(all), random.pick(all)];
    const containers = Array.from({ length: 1 + random.below(3) }, (_each, at) => ({
      name: `c${at}`,
      image: 'b:1',
      ...(random.chance(0.8) && { securityContext: random.pick(contexts) }),
    }));
    const { os: _os, ...spec } = Object.assign({}, ...specs);
    return tryPod(`generated ${index}`, [{ ...spec, containers }]);
  });
}

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  table({ enforce: 'baseline' }),
  table({ enforce: 'restricted' }),
  table({ enforce: 'restricted', 'enforce-version': 'v1.24' }),
  table({ enforce: 'restricted', 'enforce-version': 'v1.7' }),
  table({ enforce: 'baseline', 'enforce-version': 'v1.30', warn: 'restricted', 'warn-version': 'v1.34' }),
  {
    title: 'generated pods under restricted · A11 PodSecurity',
    steps: [labelled({ enforce: 'restricted' }), inForce, ...generated(7, 60)],
  },
  {
    title: 'generated pods under baseline · A11 PodSecurity',
    steps: [labelled({ enforce: 'baseline', warn: 'restricted' }), inForce, ...generated(11, 60)],
  },
  {
    title: 'workloads are warned of and not refused · A11 PodSecurity',
    steps: [
      labelled({ enforce: 'restricted' }),
      inForce,
      post(`${deployments}?dryRun=All`, deployment('web'), { pick, show }),
      post(
        '/apis/batch/v1/namespaces/<ns>/cronjobs?dryRun=All',
        {
          metadata: { name: 'a' },
          spec: {
            schedule: '* * * * *',
            jobTemplate: {
              spec: { template: { spec: { restartPolicy: 'Never', containers: [container({ privileged: true })] } } },
            },
          },
        },
        { pick, show },
      ),
      post(
        '/api/v1/namespaces/<ns>/podtemplates?dryRun=All',
        { metadata: { name: 'a' }, template: { spec: { containers: [container(strict)] } } },
        { pick, show },
      ),
    ],
  },
  {
    title: 'labels that are none are refused · A11 PodSecurity',
    steps: [
      labelled({ enforce: 'strict' }),
      labelled({ enforce: 'baseline', 'enforce-version': '1.25', audit: 'x', warn: 'y', 'warn-version': 'v2.0' }),
      post(
        '/api/v1/namespaces?dryRun=All',
        { metadata: { name: 'x-<id>', labels: { 'pod-security.kubernetes.io/enforce': 'all' } } },
        { pick, show },
      ),
      labelled({ enforce: 'baseline', 'enforce-version': 'latest' }),
    ],
  },
  {
    title: 'who enforces more is told of pods that are there · A11 PodSecurity',
    steps: [
      post(pods, pod('one'), { quiet: true }),
      post(pods, pod('two', { hostNetwork: true }), { quiet: true }),
      post(pods, pod('three'), { quiet: true }),
      post(pods, pod('four', { containers: [container(strict)] }), { quiet: true }),
      labelled({ enforce: 'baseline' }),
      labelled({ enforce: 'restricted' }),
      labelled({ enforce: 'restricted', 'enforce-version': 'v1.20' }),
      labelled({ enforce: 'privileged' }),
      del(`${pods}/two?gracePeriodSeconds=0`, undefined, { quiet: true }),
    ],
  },
];
