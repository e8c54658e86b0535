/**
 * What `package-lock.json` says about the packages that a program needs when it runs.
 * Upstream: npm's lockfile, versions 2 and 3.
 */
import { ImageError } from '../image-error.ts';

/** A package of the lockfile. */
export interface LockedPackage {
  /** Its folder: `node_modules/undici`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
  /** Where it is fetched from; undefined where the lockfile leaves that out. */
  readonly resolved: string | undefined;
  readonly integrity: string | undefined;
  readonly isOptional: boolean;
  /** True where the package is for some platforms only. */
  readonly hasPlatform: boolean;
  /** True where it wants to run a script of its own when it is installed. */
  readonly hasInstallScript: boolean;
}

/** A lockfile, read. */
export interface Lockfile {
  readonly name: string;
  readonly version: string;
  /** The packages that are installed without development dependencies, by path. */
  readonly packages: readonly LockedPackage[];
}

/** Reads a lockfile, or throws an `ImageError` that says why it cannot be used. */
export function readLockfile(text: string, where: string): Lockfile {
  const refuse = (problem: string, next: string, cause?: unknown): never => {
    throw new ImageError('REEVE_IMAGE_PROJECT', `${where} ${problem}`, { next, cause });
  };
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    return refuse('is not JSON', 'make it again with npm install', cause);
  }
  const { packages, lockfileVersion } = (document ?? {}) as { packages?: unknown; lockfileVersion?: unknown };
  if (typeof packages !== 'object' || packages === null)
    return refuse(
      `is of version ${String(lockfileVersion)}, which names no packages`,
      'make it again with npm 7 or newer',
    );
  const all = Object.entries(packages as Record<string, Record<string, unknown>>);
  const linked = all.find(([, entry]) => entry['link'] === true && entry['dev'] !== true);
  if (linked !== undefined)
    return refuse(
      `has ${linked[0]} as a link to ${String(linked[1]['resolved'])}, which is not in the image`,
      'install it as a packed file (npm pack) or from a registry',
    );
  const root = (packages as Record<string, Record<string, unknown>>)[''] ?? {};
  return {
    name: textOf(root['name']) ?? 'program',
    version: textOf(root['version']) ?? '0.0.0',
    packages: all
      .filter(([path, entry]) => path !== '' && !isForDevelopment(entry))
      .map(([path, entry]) => locked(path, entry)),
  };
}

const isForDevelopment = ({ dev, extraneous }: Record<string, unknown>): boolean => dev === true || extraneous === true;

const locked = (path: string, entry: Record<string, unknown>): LockedPackage => ({
  path,
  name: textOf(entry['name']) ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  version: textOf(entry['version']) ?? '0.0.0',
  license: textOf(entry['license']),
  resolved: textOf(entry['resolved']),
  integrity: textOf(entry['integrity']),
  isOptional: entry['optional'] === true || entry['devOptional'] === true,
  hasPlatform: entry['os'] !== undefined || entry['cpu'] !== undefined || entry['libc'] !== undefined,
  hasInstallScript: entry['hasInstallScript'] === true,
});

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The packages that are only for some platforms: an image of several platforms needs an installation for each. */
export const platformPackages = ({ packages }: Lockfile): readonly LockedPackage[] =>
  packages.filter(({ hasPlatform }) => hasPlatform);

/** The packages that do not work without a script that is not run. */
export const scriptPackages = ({ packages }: Lockfile): readonly LockedPackage[] =>
  packages.filter(({ hasInstallScript, isOptional }) => hasInstallScript && !isOptional);
