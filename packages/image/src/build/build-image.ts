/**
 * Builds an image of a Node program into an OCI layout: the base's layers, a layer with the dependencies of the lockfile, and a layer with the program's own files. The same
 * project, base and time give the same digest. Nothing of the image is run while it is built.
 */
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ImageError } from '../image-error.ts';
import type { Machine, TreeEntry } from '../machine/machine.ts';
import { writeLayer } from '../oci/layer.ts';
import type { Layer, LayerEntry } from '../oci/layer.ts';
import { OciLayout } from '../oci/layout.ts';
import { formatPlatform, mediaTypes } from '../oci/manifest.ts';
import type { Descriptor, Platform } from '../oci/manifest.ts';
import { billOfMaterials } from '../project/bill-of-materials.ts';
import { ignoredBy } from '../project/ignore.ts';
import { platformPackages, readLockfile, scriptPackages } from '../project/lockfile.ts';
import type { Lockfile } from '../project/lockfile.ts';
import { installInto } from '../project/stage.ts';
import type { TransferOptions } from '../registry/transfer.ts';
import { openBase } from './base-image.ts';
import type { BaseImage } from './base-image.ts';
import { configFor } from './image-config.ts';

/** What to build, and on what. */
export interface BuildOptions extends TransferOptions {
  /** The project's folder, with package.json and package-lock.json. */
  readonly project: string;
  /** The layout to write; an empty folder, or one that was written before. */
  readonly layout: string;
  /** The base: a reference with its registry, or `oci:FOLDER` for a layout on disk. It has to have Node. */
  readonly base: string;
  /** The platforms; unless given, linux/amd64 and linux/arm64 where the base has them and no package is for some platforms only, else that of this machine. */
  readonly platforms?: readonly Platform[] | undefined;
  /** The path of node in the base, or its name on the PATH. */
  readonly node?: string | undefined;
  /** The numeric user that the program runs as. */
  readonly user?: number | undefined;
  readonly libc?: 'glibc' | 'musl' | undefined;
  /** What the container is started with where nothing else is said: `['run', 'website.ts']`. */
  readonly command?: readonly string[] | undefined;
  /** The time that everything in the image has; the beginning of 1970 unless given, so that it does not change. */
  readonly timeMs?: number | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Told what is under way. */
  readonly onStep?: (step: string) => void;
}

/** An image that was built. */
export interface BuiltImage {
  readonly layout: OciLayout;
  /** The digest of the index, or of the one image. */
  readonly digest: string;
  readonly platforms: readonly Platform[];
  /** The base with its digest. */
  readonly base: string;
  /** The digest of the artifact that holds the bill of materials. */
  readonly billOfMaterials: string;
  /** Packages that wanted to run a script when they were installed, and did not; they are optional. */
  readonly withoutScript: readonly string[];
  readonly files: number;
}

/** The folder of the program in the image. */
export const appFolder = 'app';

/** Where reeve's executable is in the image. */
const entry = `/${appFolder}/node_modules/reeve/dist/bundle/bin/reeve.js`;

/** Builds the image. */
export async function buildImage(machine: Machine, options: BuildOptions): Promise<BuiltImage> {
  const { project, user = 65532, timeMs = 0, onStep } = options;
  if (!Number.isSafeInteger(user) || user < 1 || user > 2_147_483_647)
    throw new ImageError('REEVE_IMAGE_INVALID', `${user} is no user for an image: it has to be a number from 1 up`);
  const lockfile = await lockfileOf(machine, project);
  const layout = new OciLayout(machine.files, resolve(options.layout));
  await layout.prepare();
  onStep?.(`reading the base ${options.base}`);
  const base = await openBase(machine, options.base, options);
  const platforms = platformsOf(machine, options, { lockfile, base });
  for (const platform of platforms) base.check(platform);
  onStep?.('packing the program');
  const program = await programLayer(machine, layout, { ...options, timeMs });
  const dependencies = await dependencyLayers(machine, layout, {
    options: { ...options, timeMs },
    lockfile,
    platforms,
  });
  const images: Descriptor[] = [];
  for (const platform of platforms) {
    onStep?.(`writing the image for ${formatPlatform(platform)}`);
    const packages = dependencies.get(formatPlatform(platform)) as Layer; // one was made for each
    images.push(
      await platformImage(layout, base, {
        platform,
        layers: [packages, program],
        options: { ...options, user, timeMs },
      }),
    );
  }
  const [only] = images;
  const top =
    images.length === 1 && only !== undefined
      ? only
      : await layout.put(
          mediaTypes.index,
          JSON.stringify({ schemaVersion: 2, mediaType: mediaTypes.index, manifests: images }),
        );
  const bill = await billArtifact(
    layout,
    top,
    billOfMaterials({ lockfile, digest: top.digest, base: base.name, timeMs }),
  );
  await layout.writeIndex({ schemaVersion: 2, mediaType: mediaTypes.index, manifests: [top, bill] });
  const all = [program, ...new Set(dependencies.values())];
  return {
    layout,
    digest: top.digest,
    platforms,
    base: base.name,
    billOfMaterials: bill.digest,
    withoutScript: lockfile.packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name),
    files: all.reduce((sum, { files }) => sum + files, 0),
  };
}

async function lockfileOf(machine: Machine, project: string): Promise<Lockfile> {
  const path = join(project, 'package-lock.json');
  const text = await machine.files.read(path);
  if (text === undefined)
    throw new ImageError('REEVE_IMAGE_PROJECT', `there is no ${path}: the image is made of what it locks`, {
      next: `run npm install in ${project}`,
    });
  const lockfile = readLockfile(text, path);
  const needScripts = scriptPackages(lockfile);
  if (needScripts.length > 0)
    throw new ImageError(
      'REEVE_IMAGE_PROJECT',
      `${needScripts.map(({ name }) => name).join(', ')} runs a script of its own when it is installed, and no script is run here`,
      { next: 'use a release with prebuilt files, or build with the Dockerfile that reeve image writes' },
    );
  return lockfile;
}

/** What was asked for, or what can be built without a second installation. */
function platformsOf(
  machine: Machine,
  { platforms }: BuildOptions,
  { lockfile, base }: { readonly lockfile: Lockfile; readonly base: BaseImage },
): readonly Platform[] {
  if (platforms !== undefined && platforms.length > 0) return platforms;
  const usual = base.platforms.filter(
    ({ os, architecture }) => os === 'linux' && ['amd64', 'arm64'].includes(architecture),
  );
  if (platformPackages(lockfile).length === 0 && usual.length > 0) return usual;
  return [{ os: 'linux', architecture: machine.architecture }];
}

/** One layer where all platforms have the same packages, else one for each. */
async function dependencyLayers(
  machine: Machine,
  layout: OciLayout,
  {
    options,
    lockfile,
    platforms,
  }: {
    readonly options: BuildOptions & { readonly timeMs: number };
    readonly lockfile: Lockfile;
    readonly platforms: readonly Platform[];
  },
): Promise<ReadonlyMap<string, Layer>> {
  const hasPlatforms = platformPackages(lockfile).length > 0;
  const layers = new Map<string, Layer>();
  let shared: Layer | undefined;
  for (const platform of platforms) {
    const name = formatPlatform(platform);
    options.onStep?.(hasPlatforms ? `installing the dependencies for ${name}` : 'installing the dependencies');
    shared = hasPlatforms || shared === undefined ? await installedLayer(machine, layout, options, platform) : shared;
    layers.set(name, shared);
  }
  return layers;
}

async function installedLayer(
  machine: Machine,
  layout: OciLayout,
  { project, libc = 'glibc', timeMs, signal }: BuildOptions & { readonly timeMs: number },
  platform: Platform,
): Promise<Layer> {
  await using stage = await machine.files.temporary();
  await installInto(machine, { project, target: stage.path, platform, libc, signal });
  const folder = join(stage.path, 'node_modules');
  const entries = (await machine.files.has(folder)) ? await machine.files.tree(folder, isOfPackage) : [];
  return await writeLayer(layout, machine.files, {
    entries: placedIn(entries, folder),
    folder: `${appFolder}/node_modules`,
    timeMs,
  });
}

/** npm's own notes have paths of this machine in them, and nothing in the image uses links to executables. */
const isOfPackage = (path: string): boolean => !/(?:^|\/)(?:\.bin|\.package-lock\.json|\.cache)$/.test(path);

async function programLayer(
  machine: Machine,
  layout: OciLayout,
  { project, timeMs }: BuildOptions & { readonly timeMs: number },
): Promise<Layer> {
  const isIgnored = ignoredBy((await machine.files.read(join(project, '.dockerignore'))) ?? '');
  const own = resolve(layout.folder);
  const isOutput = (path: string): boolean => resolve(project, path) === own;
  const entries = await machine.files.tree(project, (path) => !isIgnored(path) && !isOutput(path));
  const outside = entries.find(({ path, target }) => target !== undefined && leavesProject(project, path, target));
  if (outside !== undefined)
    throw new ImageError(
      'REEVE_IMAGE_PROJECT',
      `${outside.path} is a link to ${outside.target}, which is not in the project`,
      {
        next: 'replace the link by the file, or name it in .dockerignore',
      },
    );
  return await writeLayer(layout, machine.files, { entries: placedIn(entries, project), folder: appFolder, timeMs });
}

/** Links are kept as they are, so they have to point to something that is in the image, too. */
function leavesProject(project: string, path: string, target: string): boolean {
  const below = relative(project, resolve(project, dirname(path), target));
  return isAbsolute(target) || below === '' || below === '..' || below.startsWith(`..${sep}`);
}

const placedIn = (entries: readonly TreeEntry[], folder: string): LayerEntry[] =>
  entries.map((one) => ({ ...one, source: join(folder, one.path) }));

/** The image for one platform: its configuration and manifest. */
async function platformImage(
  layout: OciLayout,
  base: BaseImage,
  {
    platform,
    layers,
    options,
  }: {
    readonly platform: Platform;
    readonly layers: readonly Layer[];
    readonly options: BuildOptions & { readonly user: number; readonly timeMs: number };
  },
): Promise<Descriptor> {
  const below = await base.fetch(platform, layout, options);
  const { node = 'node', user, timeMs, command, labels } = options;
  const config = configFor(below.config, {
    layers,
    entrypoint: [node, entry],
    command: command ?? [],
    user,
    folder: `/${appFolder}`,
    timeMs,
    labels: labels ?? {},
  });
  const configBlob = await layout.put(mediaTypes.config, JSON.stringify(config));
  const manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: configBlob,
    layers: [...below.layers, ...layers.map(({ descriptor }) => descriptor)],
    annotations: {
      'org.opencontainers.image.base.name': base.name,
      'org.opencontainers.image.base.digest': base.digest,
    },
  };
  const stored = await layout.put(mediaTypes.manifest, JSON.stringify(manifest));
  return { ...stored, platform };
}

/** The bill of materials as an artifact that refers to the image. */
async function billArtifact(
  layout: OciLayout,
  { mediaType, digest, size }: Descriptor,
  bill: string,
): Promise<Descriptor> {
  const layer = await layout.put(mediaTypes.spdx, bill);
  const config = await layout.put(mediaTypes.empty, '{}');
  const manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    artifactType: mediaTypes.spdx,
    config,
    layers: [{ ...layer, annotations: { 'org.opencontainers.image.title': 'sbom.spdx.json' } }],
    subject: { mediaType, digest, size },
  };
  const stored = await layout.put(mediaTypes.manifest, JSON.stringify(manifest));
  return { ...stored, artifactType: mediaTypes.spdx };
}
