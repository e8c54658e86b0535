import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildImage, parsePlatform } from '@reeve/image';
import type { BuildOptions, ImageConfig, Index, Manifest } from '@reeve/image';
import { Fixture, makeBase, makeProject } from '../fixture.ts';

const built = (fixture: Fixture, options: Partial<BuildOptions> = {}) =>
  buildImage(fixture.machine(), {
    project: fixture.file('project'),
    layout: fixture.file('image'),
    base: `oci:${fixture.file('base')}`,
    command: ['run', 'website.ts'],
    ...options,
  });

const blob = (fixture: Fixture, digest: string, layout = 'image'): unknown =>
  JSON.parse(fixture.read(`${layout}/blobs/sha256/${digest.replace('sha256:', '')}`));

const listing = (fixture: Fixture, digest: string): string[] =>
  execFileSync('tar', ['tvzf', fixture.file(`image/blobs/sha256/${digest.replace('sha256:', '')}`)], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC' },
  })
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' '));

describe('an image built from a lockfile', () => {
  test('has the base, the dependencies and the program in layers, and starts reeve by node as a numeric user', async () => {
    using fixture = new Fixture();
    const [baseLayer] = makeBase(fixture);
    makeProject(fixture);
    const image = await built(fixture, { labels: { team: 'web' } });

    const index = blob(fixture, image.digest) as Index;
    expect(index.manifests.map(({ platform }) => platform?.architecture)).toEqual(['amd64', 'arm64']);
    const manifest = blob(fixture, index.manifests[0]?.digest ?? '') as Manifest;
    expect(manifest.layers[0]?.digest).toBe(baseLayer);
    expect(manifest.layers).toHaveLength(3);
    const config = blob(fixture, manifest.config.digest) as ImageConfig;
    expect(config.config).toEqual({
      Env: ['PATH=/usr/bin', 'NODE_VERSION=24', 'NODE_ENV=production'],
      Entrypoint: ['node', '/app/node_modules/reeve/dist/bundle/bin/reeve.js'],
      Cmd: ['run', 'website.ts'],
      User: '65532:65532',
      WorkingDir: '/app',
      Labels: { base: 'yes', team: 'web' },
    });
    expect(config.rootfs.diff_ids).toHaveLength(3);
    const date = '1970-01-01 00:00';
    const dependencies = listing(fixture, manifest.layers[1]?.digest ?? '');
    expect(dependencies).toContainEqual(
      expect.stringMatching(
        /^-rwxr-xr-x 0\/0 \d+ 1970-01-01 00:00 app\/node_modules\/reeve\/dist\/bundle\/bin\/reeve.js$/,
      ),
    );
    expect(dependencies.join('\n')).not.toMatch(/only-for-tests|\.bin|package-lock/);
    expect(listing(fixture, manifest.layers[2]?.digest ?? '')).toEqual([
      `drwxr-xr-x 0/0 0 ${date} app/`,
      `drwxr-xr-x 0/0 0 ${date} app/bin/`,
      `-rwxr-xr-x 0/0 10 ${date} app/bin/tool.sh`,
      expect.stringMatching(/^-rw-r--r-- 0\/0 \d+ 1970-01-01 00:00 app\/package-lock.json$/),
      expect.stringMatching(/^-rw-r--r-- 0\/0 \d+ 1970-01-01 00:00 app\/package.json$/),
      `-rw-r--r-- 0/0 19 ${date} app/website.ts`,
    ]);
  });

  test('has the same digest when it is built again, elsewhere and later', async () => {
    using fixture = new Fixture();
    makeBase(fixture);
    makeProject(fixture);
    const first = await built(fixture);
    fixture.write('project/website.ts', 'export default {};\n', 0o600);
    const second = await built(fixture, { layout: fixture.file('again') });
    expect(second.digest).toBe(first.digest);
    fixture.write('project/website.ts', 'export default { changed: true };\n');
    expect((await built(fixture, { layout: fixture.file('third') })).digest).not.toBe(first.digest);
  });

  test('has a bill of materials that refers to it and names the packages that are installed', async () => {
    using fixture = new Fixture();
    makeBase(fixture);
    makeProject(fixture);
    const image = await built(fixture);
    const artifact = blob(fixture, image.billOfMaterials) as Manifest;
    expect(artifact).toMatchObject({ artifactType: 'application/spdx+json', subject: { digest: image.digest } });
    const bill = blob(fixture, artifact.layers[0]?.digest ?? '') as { packages: Record<string, unknown>[] };
    expect(bill.packages.map(({ name, versionInfo, licenseDeclared }) => [name, versionInfo, licenseDeclared])).toEqual(
      [
        ['website', '0.1.0', 'NOASSERTION'],
        ['native', '0.1.0', 'MIT OR ISC'],
        ['reeve', '1.2.3', 'Apache-2.0'],
      ],
    );
    expect(bill.packages[2]).toMatchObject({
      checksums: [{ algorithm: 'SHA512', checksumValue: expect.stringMatching(/^[0-9a-f]{128}$/) as string }],
      externalRefs: [{ referenceLocator: 'pkg:npm/reeve@1.2.3' }],
    });
    const layoutIndex = JSON.parse(fixture.read('image/index.json')) as Index;
    expect(layoutIndex.manifests.map(({ artifactType }) => artifactType)).toEqual([undefined, 'application/spdx+json']);
  });

  test('is for this machine alone when a package is for some processors only, and for others when they are named', async () => {
    using fixture = new Fixture();
    makeBase(fixture);
    makeProject(fixture, { platform: 'arm64' });
    const one = await buildImage(fixture.machine({ architecture: 'amd64' }), {
      project: fixture.file('project'),
      layout: fixture.file('image'),
      base: `oci:${fixture.file('base')}`,
    });
    expect(one.platforms).toEqual([{ os: 'linux', architecture: 'amd64' }]);
    const both = await built(fixture, { platforms: ['linux/amd64', 'linux/arm64'].map(parsePlatform) });
    const { manifests } = blob(fixture, both.digest) as Index;
    const packages = manifests.map(({ digest }) => {
      const { layers } = blob(fixture, digest) as Manifest;
      return listing(fixture, layers[1]?.digest ?? '').some((line) => line.endsWith('native/package.json'));
    });
    expect(packages).toEqual([false, true]);
  });

  test('has files with long names, and follows .dockerignore', async () => {
    using fixture = new Fixture();
    makeBase(fixture);
    makeProject(fixture);
    const long = `${'folder-with-a-long-name/'.repeat(12)}${'x'.repeat(90)}-größe.json`;
    fixture.write(`project/${long}`, '{}');
    fixture.write('project/data/large.bin', 'large');
    fixture.write('project/data/keep.bin', 'small');
    fixture.write('project/.dockerignore', '# sizes\ndata/*\n!data/keep.bin\n**/*.md\n');
    fixture.write('project/docs/deep/notes.md', 'notes');
    const image = await built(fixture, { platforms: [parsePlatform('linux/amd64')] });
    const { layers } = blob(fixture, image.digest) as Manifest;
    const digest = layers[2]?.digest.replace('sha256:', '') ?? '';
    const names = execFileSync(
      'tar',
      ['tzf', fixture.file(`image/blobs/sha256/${digest}`), '--quoting-style=literal'],
      { encoding: 'utf8' },
    );
    expect(names).toContain(`app/${long}`);
    expect(names).toContain('app/data/keep.bin');
    expect(names).not.toMatch(/large\.bin|notes\.md|\.env|website\.test/);
  });
});

describe('what cannot be built is refused before anything is written', () => {
  const cases: Record<string, { prepare(fixture: Fixture): void; options?: Partial<BuildOptions>; message: RegExp }> = {
    'no lockfile': {
      prepare: (fixture) => fixture.write('project/package.json', '{}'),
      message: /there is no .*package-lock.json/,
    },
    'a lockfile that is no JSON': {
      prepare: (fixture) => fixture.write('project/package-lock.json', '{'),
      message: /package-lock.json is not JSON/,
    },
    'a lockfile of npm 6': {
      prepare: (fixture) => fixture.write('project/package-lock.json', '{"lockfileVersion":1}'),
      message: /version 1, which names no packages/,
    },
    'a linked package': {
      prepare: (fixture) =>
        fixture.write('project/package-lock.json', '{"packages":{"node_modules/a":{"link":true,"resolved":"../a"}}}'),
      message: /has node_modules\/a as a link to \.\.\/a/,
    },
    'a package that needs its install script': {
      prepare: (fixture) =>
        fixture.write(
          'project/package-lock.json',
          '{"packages":{"node_modules/sharp":{"version":"1.0.0","hasInstallScript":true}}}',
        ),
      message: /sharp runs a script of its own when it is installed/,
    },
    'root as the user': { prepare: () => undefined, options: { user: 0 }, message: /0 is no user/ },
    'a platform that the base does not have': {
      prepare: (fixture) => fixture.write('project/package-lock.json', '{"packages":{}}'),
      options: { platforms: [{ os: 'linux', architecture: 's390x' }] },
      message: /has no image for linux\/s390x; it has linux\/amd64, linux\/arm64/,
    },
    'a layout folder with other files': {
      prepare: (fixture) => {
        fixture.write('project/package-lock.json', '{"packages":{}}');
        fixture.write('image/precious.txt', 'keep me');
      },
      message: /has files in it, and is no OCI layout/,
    },
    'a link that leaves the project': {
      prepare: (fixture) => {
        fixture.write('project/package-lock.json', '{"packages":{}}');
        mkdirSync(join(fixture.path, 'project/lib'));
        symlinkSync('../../../etc/passwd', join(fixture.path, 'project/lib/passwd'));
      },
      message: /lib\/passwd is a link to \.\.\/\.\.\/\.\.\/etc\/passwd, which is not in the project/,
    },
    'a base that is no layout': {
      prepare: (fixture) => fixture.write('project/package-lock.json', '{"packages":{}}'),
      options: { base: 'oci:/nowhere' },
      message: /\/nowhere holds no image/,
    },
    'a base without its registry': {
      prepare: (fixture) => fixture.write('project/package-lock.json', '{"packages":{}}'),
      options: { base: 'node:24' },
      message: /"node:24" is no reference to an image: it does not begin with the host of a registry/,
    },
  };
  for (const [name, { prepare, options, message }] of Object.entries(cases))
    test(name, async () => {
      using fixture = new Fixture();
      makeBase(fixture);
      prepare(fixture);
      await expect(built(fixture, options)).rejects.toThrow(message);
    });

  test('a lockfile that does not fit package.json: with what npm says', async () => {
    using fixture = new Fixture();
    makeBase(fixture);
    makeProject(fixture);
    fixture.write('project/package.json', JSON.stringify({ name: 'website', dependencies: { other: '1.0.0' } }));
    await expect(built(fixture)).rejects.toThrow(/npm ci .*ended with 1:\n.*package-lock.json/s);
  });
});
