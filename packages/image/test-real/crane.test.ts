/**
 * A registry and a client that others wrote take what is built and pushed.
 */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildImage, parseReference, pushImage } from '@reeve/image';
import { buildCrane } from '../../../tools/crane/build-crane.mjs';
import { Fixture, makeBase, makeProject } from '../test/fixture.ts';

const run = promisify(execFile);

/** crane's registry on a free port of loopback. */
class CraneRegistry implements Disposable {
  readonly host: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, host: string) {
    this.#process = process;
    this.host = host;
  }

  static async start(crane: string): Promise<CraneRegistry> {
    const process = spawn(crane, ['registry', 'serve', '--address', '127.0.0.1:0'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const port = await new Promise<string>((found, fail) => {
      let said = '';
      const read = (piece: Buffer): void => {
        said += piece.toString();
        const [, number] = /serving on port (\d+)/i.exec(said) ?? [];
        if (number !== undefined) found(number);
      };
      process.stdout.on('data', read);
      process.stderr.on('data', read);
      process.once('exit', () => fail(new Error(`crane registry ended: ${said}`)));
    });
    return new CraneRegistry(process, `localhost:${port}`);
  }

  [Symbol.dispose](): void {
    this.#process.kill();
  }
}

const folder = await buildCrane();

describe.runIf(folder)('a registry and a client that are not ours', () => {
  const crane = `${folder}/crane`;
  let version = '';
  beforeAll(async () => {
    version = (await run(crane, ['version'])).stdout;
  });

  test('take an image of two platforms, find it valid, and give the same bytes back', async () => {
    expect(version).not.toBe('');
    using fixture = new Fixture();
    using registry = await CraneRegistry.start(crane);
    makeBase(fixture);
    makeProject(fixture);
    const machine = fixture.machine();
    const image = await buildImage(machine, {
      project: fixture.file('project'),
      layout: fixture.file('image'),
      base: `oci:${fixture.file('base')}`,
      command: ['run', 'website.ts'],
    });
    const name = `${registry.host}/team/website:1.0`;
    await pushImage(machine, image.layout, parseReference(name));
    expect((await run(crane, ['digest', name])).stdout.trim()).toBe(image.digest);
    for (const platform of ['linux/amd64', 'linux/arm64'])
      expect((await run(crane, ['validate', '--remote', name, '--platform', platform])).stderr).not.toMatch(
        /FAIL|error/i,
      );
    const config = JSON.parse((await run(crane, ['config', name, '--platform', 'linux/arm64'])).stdout) as {
      architecture: string;
      config: { User: string };
    };
    expect(config).toMatchObject({ architecture: 'arm64', config: { User: '65532:65532' } });
    const exported = await run('sh', ['-c', `${crane} export ${name} --platform linux/amd64 - | tar t`]);
    expect(exported.stdout).toContain('app/website.ts');
    expect(exported.stdout).toContain('app/node_modules/reeve/dist/bundle/bin/reeve.js');
    const bill = await run(crane, ['manifest', `${registry.host}/team/website@${image.billOfMaterials}`]);
    expect(JSON.parse(bill.stdout)).toMatchObject({ subject: { digest: image.digest } });

    const sent: string[] = [];
    await pushImage(machine, image.layout, parseReference(name), { onBlob: (_, what) => sent.push(what) });
    expect(sent).not.toContain('sent');
  });

  test('have a base that an image is built on, by its digest', async () => {
    using fixture = new Fixture();
    using registry = await CraneRegistry.start(crane);
    makeBase(fixture);
    makeProject(fixture);
    await run(crane, ['push', fixture.file('base'), `${registry.host}/node:24`, '--insecure']);
    const machine = fixture.machine();
    const image = await buildImage(machine, {
      project: fixture.file('project'),
      layout: fixture.file('image'),
      base: `${registry.host}/node:24`,
    });
    const digest = (await run(crane, ['digest', `${registry.host}/node:24`])).stdout.trim();
    expect(image.base).toBe(`${registry.host}/node:24@${digest}`);
    expect((await run(crane, ['validate', '--remote', `${registry.host}/node@${digest}`])).stderr).not.toMatch(/FAIL/);
    await pushImage(machine, image.layout, parseReference(`${registry.host}/website:1`));
    expect((await run(crane, ['validate', '--remote', `${registry.host}/website:1`])).stderr).not.toMatch(/FAIL/);
  });
});
