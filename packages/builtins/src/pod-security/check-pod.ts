/**
 * What a pod violates of a level as of a version: each check with the versions since which it is what it is. Upstream: pod-security-admission policy/registry.go.
 */
import { fieldsAt, type Fields } from '@reeve/registry';
import * as baseline from './baseline-checks.ts';
import type { PodCheck } from './baseline-checks.ts';
import type { LevelVersion } from './level.ts';
import * as restricted from './restricted-checks.ts';
import type { Violation } from './words.ts';

interface VersionedCheck {
  readonly id: string;
  /** The check since a minor version, newest last. */
  readonly since: readonly (readonly [minor: number, check: PodCheck])[];
  /** The check of `baseline` that it stands for. */
  readonly replaces?: string;
}

/** The newest version that any check has. */
const newest = 37;

const selinuxTypes = ['container_t', 'container_init_t', 'container_kvm_t'];
const unlessOwnUsers =
  (check: PodCheck): PodCheck =>
  (spec, annotations) =>
    baseline.hasOwnUsers(spec) ? undefined : check(spec, annotations);

const sysctlsSince = [
  [
    0,
    'kernel.shm_rmid_forced net.ipv4.ip_local_port_range net.ipv4.tcp_syncookies net.ipv4.ping_group_range net.ipv4.ip_unprivileged_port_start',
  ],
  [27, 'net.ipv4.ip_local_reserved_ports'],
  [
    29,
    'net.ipv4.tcp_keepalive_time net.ipv4.tcp_fin_timeout net.ipv4.tcp_keepalive_intvl net.ipv4.tcp_keepalive_probes',
  ],
  [32, 'net.ipv4.tcp_rmem net.ipv4.tcp_wmem'],
  [37, 'net.ipv4.tcp_slow_start_after_idle net.ipv4.tcp_notsent_lowat'],
] as const;

/** In the order in which violations are told. */
const baselineChecks: readonly VersionedCheck[] = [
  { id: 'appArmorProfile', since: [[0, baseline.appArmorProfile]] },
  { id: 'capabilities_baseline', since: [[0, baseline.defaultCapabilitiesOnly]] },
  { id: 'hostNamespaces', since: [[0, baseline.hostNamespaces]] },
  { id: 'hostPathVolumes', since: [[0, baseline.hostPathVolumes]] },
  { id: 'hostPorts', since: [[0, baseline.hostPorts]] },
  { id: 'hostProbesAndHostLifecycle', since: [[34, baseline.hostProbes]] },
  { id: 'privileged', since: [[0, baseline.privileged]] },
  {
    id: 'procMount',
    since: [
      [0, baseline.procMount],
      [35, unlessOwnUsers(baseline.procMount)],
    ],
  },
  {
    id: 'seLinuxOptions',
    since: [
      [0, baseline.seLinuxOptions(selinuxTypes)],
      [31, baseline.seLinuxOptions([...selinuxTypes, 'container_engine_t'])],
    ],
  },
  {
    id: 'seccompProfile_baseline',
    since: [
      [0, baseline.seccompAnnotations],
      [19, baseline.seccompProfile],
    ],
  },
  {
    id: 'sysctls',
    since: sysctlsSince.map(([minor], index) => {
      const allowed = sysctlsSince.slice(0, index + 1).flatMap(([, names]) => names.split(' '));
      return [minor, baseline.sysctls(new Set(allowed))] as const;
    }),
  },
  { id: 'windowsHostProcess', since: [[0, baseline.windowsHostProcess]] },
];

const restrictedChecks: readonly VersionedCheck[] = [
  {
    id: 'allowPrivilegeEscalation',
    since: [
      [8, restricted.allowPrivilegeEscalation],
      [25, restricted.unlessWindows(restricted.allowPrivilegeEscalation)],
    ],
  },
  {
    id: 'capabilities_restricted',
    since: [
      [22, restricted.noCapabilities],
      [25, restricted.unlessWindows(restricted.noCapabilities)],
    ],
    replaces: 'capabilities_baseline',
  },
  { id: 'procMount_restricted', since: [[35, baseline.procMount]], replaces: 'procMount' },
  { id: 'restrictedVolumes', since: [[0, restricted.restrictedVolumes]], replaces: 'hostPathVolumes' },
  {
    id: 'runAsNonRoot',
    since: [
      [0, restricted.runAsNonRoot],
      [35, unlessOwnUsers(restricted.runAsNonRoot)],
    ],
  },
  {
    id: 'runAsUser',
    since: [
      [23, restricted.runAsUser],
      [35, unlessOwnUsers(restricted.runAsUser)],
    ],
  },
  {
    id: 'seccompProfile_restricted',
    since: [
      [19, restricted.requiredSeccompProfile],
      [25, restricted.unlessWindows(restricted.requiredSeccompProfile)],
    ],
    replaces: 'seccompProfile_baseline',
  },
];

const known = new Map<string, readonly PodCheck[]>();

/** The checks of a level as of a version. */
function checksOf({ level, minor = newest }: LevelVersion): readonly PodCheck[] {
  if (level === 'privileged') return [];
  const version = Math.min(minor, newest);
  const key = `${level} ${version}`;
  let checks = known.get(key);
  if (checks === undefined) known.set(key, (checks = level === 'baseline' ? asOf(baselineChecks) : strict()));
  return checks;

  function asOf(all: readonly VersionedCheck[]): readonly PodCheck[] {
    return all.flatMap(({ since }) => since.findLast(([first]) => first <= version)?.[1] ?? []);
  }

  function strict(): readonly PodCheck[] {
    const own = restrictedChecks.filter(({ since }) => since.some(([first]) => first <= version));
    const replaced = new Set(own.map(({ replaces }) => replaces));
    return [...asOf(baselineChecks.filter(({ id }) => !replaced.has(id))), ...asOf(own)];
  }
}

/** What a pod, or the template of one, violates. */
export function violationsOf(pod: Fields, level: LevelVersion): readonly Violation[] {
  const [spec, annotations] = [fieldsAt(pod, 'spec'), fieldsAt(pod, 'metadata', 'annotations')];
  return checksOf(level).flatMap((check) => check(spec, annotations as Readonly<Record<string, string>>) ?? []);
}

/** The violations with their details, as refusals tell them. */
export const printViolations = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');
