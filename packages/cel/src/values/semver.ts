/**
 * Semantic versions 2.0.0: strict, or normalized from what people write (`v1`, `01.2`). Build metadata does not count in
 * comparisons.
 * Upstream: blang/semver v4 as used by Kubernetes' CEL library.
 */
import type { OpaqueType } from '../types/type.ts';
import { opaqueType } from '../types/type.ts';
import { OpaqueValue } from './value.ts';

/** A semantic version. Made by `parseSemver`. */
export class Semver extends OpaqueValue {
  readonly type: OpaqueType = semverType;
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly preRelease: readonly string[];
  readonly build: readonly string[];

  constructor(
    core: readonly [major: bigint, minor: bigint, patch: bigint],
    preRelease: readonly string[],
    build: readonly string[],
  ) {
    super();
    [this.major, this.minor, this.patch] = core;
    this.preRelease = preRelease;
    this.build = build;
  }

  /** -1, 0 or 1: whether it comes before the other one, has the same precedence, or comes after it. */
  compare(other: Semver): -1 | 0 | 1 {
    return (
      order(this.major, other.major) ||
      order(this.minor, other.minor) ||
      order(this.patch, other.patch) ||
      comparePreReleases(this.preRelease, other.preRelease)
    );
  }

  /** True if both have the same precedence, whatever their build metadata. */
  equals(other: OpaqueValue): boolean {
    return other instanceof Semver && this.compare(other) === 0;
  }

  override toString(): string {
    const preRelease = this.preRelease.length === 0 ? '' : `-${this.preRelease.join('.')}`;
    const build = this.build.length === 0 ? '' : `+${this.build.join('.')}`;
    return `${this.major}.${this.minor}.${this.patch}${preRelease}${build}`;
  }
}

/** The type of semantic versions. */
export const semverType: OpaqueType = opaqueType('kubernetes.Semver');

/** How `parseSemver` reads. */
export interface SemverOptions {
  /** Takes a `v` in front, leading zeros, and versions without minor or patch. */
  readonly normalize?: boolean;
}

/** The version in the text, or what is wrong with the text. */
export function parseSemver(text: string, options?: SemverOptions): Semver | { readonly problem: string } {
  if (text.length > maxLength) return { problem: `a version has more than ${maxLength} characters` };
  const normal = options?.normalize === true ? normalized(text) : text;
  const problem = normal === undefined ? 'a short version cannot have a pre-release or build' : problemOf(normal);
  if (problem !== undefined) return { problem: `${JSON.stringify(text)} is not a semantic version: ${problem}` };
  const [, major = '', minor = '', patch = '', preRelease, build] = shape.exec(normal ?? '') ?? [];
  return new Semver([BigInt(major), BigInt(minor), BigInt(patch)], identifiers(preRelease), identifiers(build));
}

/** Longer texts are attacks on the reader's time rather than versions of anything. */
const maxLength = 10_000;

const shape = /^(\d+)\.(\d+)\.(\d+)(?:-([^+]*))?(?:\+(.*))?$/s;

const identifiers = (text: string | undefined): readonly string[] => (text === undefined ? [] : text.split('.'));

function problemOf(text: string): string | undefined {
  const [, major = '', minor = '', patch = '', preRelease, build] = shape.exec(text) ?? [];
  if (major === '') return 'write it as major.minor.patch';
  for (const number of [major, minor, patch]) {
    if (hasLeadingZero(number)) return `${number} must not contain leading zeros`;
    if (BigInt.asUintN(64, BigInt(number)) !== BigInt(number)) return `${number} is out of range`;
  }
  for (const identifier of [...identifiers(preRelease), ...identifiers(build)]) {
    if (!/^[0-9A-Za-z-]+$/.test(identifier)) return `${JSON.stringify(identifier)} must be letters, digits and '-'`;
  }
  const zero = identifiers(preRelease).find((each) => /^\d+$/.test(each) && hasLeadingZero(each));
  return zero === undefined ? undefined : `the pre-release number ${zero} must not contain leading zeros`;
}

const hasLeadingZero = (digits: string): boolean => digits.length > 1 && digits.startsWith('0');

/** The version in its strict form; undefined if a part that is missing cannot be added. */
function normalized(text: string): string | undefined {
  const [major = '', minor, ...rest] = text.replace(/^v/, '').split('.');
  const parts = [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join('.')])];
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? '')) return undefined;
  const full = parts.map(withoutLeadingZeros);
  while (full.length < 3) full.push('0');
  return full.join('.');
}

function withoutLeadingZeros(part: string): string {
  if (part.length <= 1) return part;
  const rest = part.replace(/^0+/, '');
  return /^\d/.test(rest) ? rest : `0${rest}`;
}

/** A version with a pre-release comes before the same version without one; more identifiers come after fewer. */
function comparePreReleases(one: readonly string[], other: readonly string[]): -1 | 0 | 1 {
  if (one.length === 0 || other.length === 0) return order(other.length, one.length);
  for (let index = 0; index < Math.min(one.length, other.length); index++) {
    const found = compareIdentifiers(one[index] ?? '', other[index] ?? '');
    if (found !== 0) return found;
  }
  return order(one.length, other.length);
}

/** Numbers come before words. */
function compareIdentifiers(one: string, other: string): -1 | 0 | 1 {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return order(BigInt(one), BigInt(other));
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return order(one, other);
}

function order<T extends bigint | number | string>(one: T, other: T): -1 | 0 | 1 {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
