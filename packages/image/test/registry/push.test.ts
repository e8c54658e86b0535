import { describe, expect, test } from 'vitest';
import { buildImage, parseReference, pushImage } from '@reeve/image';
import type { BuiltImage, Index, Machine } from '@reeve/image';
import { Fixture, makeBase, makeProject } from '../fixture.ts';
import { digestOf, password, refreshToken, TestRegistry, user } from '../test-registry.ts';

async function built(fixture: Fixture, machine: Machine, base = `oci:${fixture.file('base')}`): Promise<BuiltImage> {
  makeBase(fixture);
  makeProject(fixture);
  return await buildImage(machine, { project: fixture.file('project'), layout: fixture.file('image'), base });
}

/** A host whose waits take no time, and are noted. */
function withNotedWaits(machine: Machine): { machine: Machine; waits: number[] } {
  const waits: number[] = [];
  const { host } = machine;
  const quick = Object.assign(Object.create(host) as typeof host, {
    sleep: (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  return { machine: { ...machine, host: quick }, waits };
}

const credentials = Buffer.from(`${user}:${password}`).toString('base64');

describe('pushing an image', () => {
  test('sends blobs, then manifests, then the tag, and nothing of it the second time', async () => {
    using fixture = new Fixture();
    await using registry = await TestRegistry.start({ listsReferrers: true });
    const machine = fixture.machine();
    const image = await built(fixture, machine);
    const target = parseReference(`${registry.host}/team/website:1.0`);
    expect(await pushImage(machine, image.layout, target)).toBe(image.digest);

    const index = JSON.parse(registry.manifests.get('team/website 1.0')?.text ?? '') as Index;
    for (const { digest } of index.manifests) {
      const { layers, config } = JSON.parse(registry.manifests.get(`team/website ${digest}`)?.text ?? '') as {
        layers: { digest: string }[];
        config: { digest: string };
      };
      for (const part of [config, ...layers]) {
        const blob = registry.blobs.get(`team/website ${part.digest}`);
        expect(digestOf(blob ?? '')).toBe(part.digest);
      }
    }
    expect(registry.manifests.has(`team/website ${image.billOfMaterials}`)).toBe(true);
    expect(registry.manifests.has(`team/website ${image.digest.replace(':', '-')}`)).toBe(false);

    const uploads = registry.lines('PUT /v2/team/website/blobs').length;
    const what: string[] = [];
    await pushImage(machine, image.layout, target, { onBlob: (_, how) => what.push(how) });
    expect(registry.lines('PUT /v2/team/website/blobs')).toHaveLength(uploads);
    expect(new Set(what)).toEqual(new Set(['found']));
  });

  test('names the bill of materials by a tag where the registry does not list what refers to an image', async () => {
    using fixture = new Fixture();
    await using registry = await TestRegistry.start();
    const machine = fixture.machine();
    const image = await built(fixture, machine);
    const target = parseReference(`${registry.host}/website`);
    await pushImage(machine, image.layout, target);
    await pushImage(machine, image.layout, target);
    const listed = JSON.parse(registry.manifests.get(`website ${image.digest.replace(':', '-')}`)?.text ?? '') as Index;
    expect(listed.manifests.map(({ digest, artifactType }) => [digest, artifactType])).toEqual([
      [image.billOfMaterials, 'application/spdx+json'],
    ]);
  });

  test('takes the layers of a base in the same registry over without sending them', async () => {
    using fixture = new Fixture();
    await using registry = await TestRegistry.start({ redirectsBlobs: true, auth: 'basic' });
    fixture.write('docker/config.json', JSON.stringify({ auths: { [registry.host]: { auth: credentials } } }));
    const machine = fixture.machine();
    const own = await built(fixture, machine);
    await pushImage(machine, own.layout, parseReference(`${registry.host}/base:1`));
    const base = `${registry.host}/base:1`;
    const image = await buildImage(machine, { project: fixture.file('project'), layout: fixture.file('second'), base });
    expect(image.base).toBe(`${base}@${own.digest}`);
    expect(image.platforms.map(({ architecture }) => architecture)).toEqual(['amd64', 'arm64']);
    const what: string[] = [];
    await pushImage(machine, image.layout, parseReference(`${registry.host}/website:1`), {
      mountFrom: parseReference(base),
      onBlob: (_, how) => what.push(how),
    });
    expect(what.filter((how) => how === 'mounted').length).toBeGreaterThanOrEqual(4);
    const elsewhere = registry.requests.filter(({ line }) => line.includes('/elsewhere/'));
    expect(elsewhere.length).toBeGreaterThan(0);
    expect(elsewhere.map(({ authorization }) => authorization)).not.toContainEqual(expect.anything()); // credentials stay with the registry
  });
});

describe('credentials', () => {
  const configurations: Record<string, (host: string) => unknown> = {
    'a password': (host) => ({ auths: { [host]: { auth: credentials } } }),
    'an entry with scheme and path': (host) => ({ auths: { [`https://${host}/v1/`]: { auth: credentials } } }),
    'a refresh token': (host) => ({ auths: { [host]: { identitytoken: refreshToken } } }),
    'a helper for the registry': (host) => ({ credHelpers: { [host]: 'test' } }),
    'a helper for all registries': () => ({ credsStore: 'test' }),
  };
  for (const [name, configuration] of Object.entries(configurations))
    test(`${name} of Docker's configuration gets a token for the repository`, async () => {
      using fixture = new Fixture();
      await using registry = await TestRegistry.start({ auth: 'bearer', listsReferrers: true });
      fixture.write('docker/config.json', JSON.stringify(configuration(registry.host)));
      const asked: string[] = [];
      const plain = fixture.machine();
      const machine: Machine = {
        ...plain,
        run: async (call) => {
          if (call.command !== 'docker-credential-test') return await plain.run(call);
          asked.push(call.input ?? '');
          return { exitCode: 0, stdout: JSON.stringify({ Username: user, Secret: password }), stderr: '' };
        },
      };
      const image = await built(fixture, machine);
      await pushImage(machine, image.layout, parseReference(`${registry.host}/team/website:1.0`));
      expect(registry.manifests.has('team/website 1.0')).toBe(true);
      expect(registry.lines('GET /token').length + registry.lines('POST /token').length).toBe(1);
      expect(asked).toEqual(name.startsWith('a helper') ? [`${registry.host}\n`] : []);
    });

  test('that are missing, wrong or unreadable end with what to do, and never with the secret', async () => {
    using fixture = new Fixture();
    await using registry = await TestRegistry.start({ auth: 'bearer' });
    const machine = fixture.machine();
    const image = await built(fixture, machine);
    const push = () => pushImage(machine, image.layout, parseReference(`${registry.host}/website:1`));
    await expect(push()).rejects.toMatchObject({
      httpStatus: 401,
      next: expect.stringContaining('docker login') as string,
    });
    const wrong = Buffer.from('ann:s3cret-value').toString('base64');
    fixture.write('docker/config.json', JSON.stringify({ auths: { [registry.host]: { auth: wrong } } }));
    const error: unknown = await push().catch((refusal: unknown) => refusal);
    expect(String(error)).toMatch(/token server .* answered 401/);
    expect(String(error)).not.toContain('s3cret');
    fixture.write('docker/config.json', '{');
    await expect(push()).rejects.toThrow(/config.json is not JSON/);
    fixture.write('docker/config.json', JSON.stringify({ auths: { [registry.host]: { auth: 'bm9jb2xvbg==' } } }));
    await expect(push()).rejects.toThrow(/is no base64 of user:password/);
    fixture.write('docker/config.json', JSON.stringify({ credsStore: 'does-not-exist' }));
    await expect(push()).rejects.toThrow(/docker-credential-does-not-exist cannot be started/);
    fixture.write('docker/config.json', JSON.stringify({ credsStore: '../../bin/sh' }));
    await expect(push()).rejects.toThrow(/is no name of a credential helper/);
  });
});

describe('a registry that does not do as asked', () => {
  test('is asked again after 429 and 5xx, as late as it says, and a connection that breaks is tried four times', async () => {
    using fixture = new Fixture();
    const { machine, waits } = withNotedWaits(fixture.machine());
    const image = await built(fixture, machine);
    await using registry = await TestRegistry.start({
      listsReferrers: true,
      refusals: [
        { status: 429, headers: { 'retry-after': '7' } },
        { status: 503 },
        { status: 502, headers: { 'retry-after': '999999999' } },
      ],
    });
    await pushImage(machine, image.layout, parseReference(`${registry.host}/website:1`));
    expect(waits).toEqual([7000, 1000, 60_000]);
    const gone = registry.host;
    await registry[Symbol.asyncDispose]();
    await expect(pushImage(machine, image.layout, parseReference(`${gone}/website:1`))).rejects.toThrow(
      /does not answer, after 4 attempts/,
    );
    expect(waits.slice(3)).toEqual([500, 1000, 2000]);
  });

  test('with another content than its digest says is refused, and nothing of it stays', async () => {
    using fixture = new Fixture();
    await using registry = await TestRegistry.start({ listsReferrers: true });
    const machine = fixture.machine();
    const image = await built(fixture, machine);
    await pushImage(machine, image.layout, parseReference(`${registry.host}/base:1`));
    for (const [key, blob] of registry.blobs)
      if (blob.length > 200) registry.blobs.set(key, Buffer.concat([blob, Buffer.from('x')]));
    await expect(
      buildImage(machine, {
        project: fixture.file('project'),
        layout: fixture.file('second'),
        base: `${registry.host}/base:1`,
      }),
    ).rejects.toThrow(/is something else: it has \d+ bytes/);
  });

  test('says its reason in its form for errors', async () => {
    using fixture = new Fixture();
    await using registry = await TestRegistry.start({});
    await expect(
      buildImage(fixture.machine(), {
        project: makeProject(fixture),
        layout: fixture.file('image'),
        base: `${registry.host}/base:1`,
      }),
    ).rejects.toThrow(`${registry.host}/base:1 is not there`);
  });

  test('that sends a manifest which is none is refused', async () => {
    using fixture = new Fixture();
    await using registry = await TestRegistry.start({});
    makeProject(fixture);
    for (const [text, message] of [
      ['<html>', /is not JSON/],
      ['[]', /is neither a manifest nor an index/],
      ['{"config":{"digest":"md5:1"},"layers":[]}', /is neither a manifest nor an index/],
      ['{"manifests":[{"mediaType":"x","digest":"sha256:../../etc","size":1}]}', /is neither a manifest nor an index/],
    ] as const) {
      registry.manifests.set('base 1', { type: 'application/vnd.oci.image.index.v1+json', text });
      await expect(
        buildImage(fixture.machine(), {
          project: fixture.file('project'),
          layout: fixture.file('image'),
          base: `${registry.host}/base:1`,
        }),
      ).rejects.toThrow(message);
    }
  });
});
