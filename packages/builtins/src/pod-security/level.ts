/**
 * The Pod Security Standards that a namespace asks for by its labels: what is enforced, what is audited and what is warned of, each at a version.
 * Upstream: pod-security-admission api.
 */
import { invalid, type ApiObject, type FieldError } from '@reeve/registry';

export type Level = 'privileged' | 'baseline' | 'restricted';

/** A level as of a minor version of Kubernetes. */
export interface LevelVersion {
  readonly level: Level;
  /** The minor version; undefined for the latest. */
  readonly minor: number | undefined;
}

/** What a namespace asks for. */
export interface SecurityPolicy {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
}

export const labelPrefix = 'pod-security.kubernetes.io/';

const levels: readonly Level[] = ['privileged', 'baseline', 'restricted'];

/** `restricted:v1.25`. */
export const printLevel = ({ level, minor }: LevelVersion): string =>
  `${level}:${minor === undefined ? 'latest' : `v1.${minor}`}`;

export const isSameLevel = (one: LevelVersion, other: LevelVersion): boolean =>
  one.level === other.level && one.minor === other.minor;

/** Above zero where the first level allows less than the second. */
export const compareLevels = (one: Level, other: Level): number => levels.indexOf(one) - levels.indexOf(other);

export const isPrivileged = ({ enforce, audit, warn }: SecurityPolicy): boolean =>
  [enforce, audit, warn].every(({ level }) => level === 'privileged');

/** The policy of a namespace, and what is wrong with its labels. What cannot be read is enforced as strictly as there is, and neither audited nor warned of. */
export function policyOf({ metadata }: ApiObject): { policy: SecurityPolicy; problems: readonly FieldError[] } {
  const labels = metadata.labels ?? {};
  const problems: FieldError[] = [];
  const enforce = modeOf('enforce', 'restricted');
  const audit = modeOf('audit', 'privileged');
  const warn = modeOf('warn', 'privileged');
  const hasWarning = labels[`${labelPrefix}warn`] !== undefined;
  const enforced = levels.find((level) => level === labels[`${labelPrefix}enforce`]);
  if (hasWarning || enforced === undefined || compareLevels(enforced, warn.level) <= 0)
    return { policy: { enforce, audit, warn }, problems };
  const since = labels[`${labelPrefix}warn-version`] === undefined ? enforce : warn;
  return { policy: { enforce, audit, warn: { level: enforced, minor: since.minor } }, problems };

  function modeOf(mode: string, otherwise: Level): LevelVersion {
    const [name, version] = [labels[`${labelPrefix}${mode}`], labels[`${labelPrefix}${mode}-version`]];
    const level = name === undefined ? 'privileged' : levels.find((each) => each === name);
    if (level === undefined) refuse(mode, name, `must be one of ${levels.join(', ')}`);
    const [, minor] = /^v1\.([0-9]|[1-9][0-9]*)$/u.exec(version ?? '') ?? [];
    if (version !== undefined && version !== 'latest' && minor === undefined)
      refuse(`${mode}-version`, version, 'must be "latest" or "v1.x"');
    return { level: level ?? otherwise, minor: minor === undefined ? undefined : Number(minor) };
  }

  function refuse(label: string, value: unknown, problem: string): void {
    problems.push(invalid(`metadata.labels[${labelPrefix}${label}]`, value, problem));
  }
}
