/**
 * A project with a lockfile and one packed dependency, and a base image, in a temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { nodeHost } from '@reeve/machinery';
import { nodeMachine } from '@reeve/image';
import type { Machine } from '@reeve/image';

export class Fixture implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'reeve-image-test-'));

  file(name: string): string {
    return join(this.path, name);
  }

  write(name: string, text: string | Buffer, mode = 0o644): string {
    const path = this.file(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  }

  read(name: string): string {
    return readFileSync(this.file(name), 'utf8');
  }

  /** The machine, with Docker's configuration in the folder `docker` and programs in `bin`. */
  machine(changes: Partial<Machine> = {}): Machine {
    const machine = nodeMachine(nodeHost());
    return { ...machine, variables: { DOCKER_CONFIG: this.file('docker') }, ...changes };
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** A packed dependency beside the project, installed from its file, and a lockfile that npm itself has written. */
export function makeProject(fixture: Fixture, { platform }: { readonly platform?: string } = {}): string {
  const reeve = { name: 'reeve', version: '1.2.3', license: 'Apache-2.0', bin: { reeve: 'dist/bundle/bin/reeve.js' } };
  fixture.write('packed/package/package.json', JSON.stringify(reeve));
  fixture.write(
    'packed/package/dist/bundle/bin/reeve.js',
    '#!/usr/bin/env node\nconsole.log(process.argv.slice(2).join(" "));\n',
    0o755,
  );
  pack(fixture, 'packed', 'reeve.tgz');
  const native = {
    name: 'native',
    version: '0.1.0',
    license: 'MIT OR ISC',
    ...(platform !== undefined && { cpu: [platform] }),
  };
  fixture.write('native/package/package.json', JSON.stringify(native));
  pack(fixture, 'native', 'native.tgz');
  const tested = { name: 'only-for-tests', version: '9.0.0' };
  fixture.write('tested/package/package.json', JSON.stringify(tested));
  pack(fixture, 'tested', 'tested.tgz');
  const project = fixture.file('project');
  fixture.write(
    'project/package.json',
    JSON.stringify({
      name: 'website',
      version: '0.1.0',
      type: 'module',
      dependencies: { reeve: 'file:../reeve.tgz' },
      optionalDependencies: { native: 'file:../native.tgz' },
      devDependencies: { 'only-for-tests': 'file:../tested.tgz' },
    }),
  );
  fixture.write('project/website.ts', 'export default {};\n');
  fixture.write('project/website.test.ts', 'not in the image\n');
  fixture.write('project/.env', 'SECRET=1\n');
  fixture.write('project/bin/tool.sh', '#!/bin/sh\n', 0o755);
  execFileSync('npm', ['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: project,
    stdio: 'pipe',
  });
  return project;
}

function pack(fixture: Fixture, folder: string, file: string): void {
  execFileSync('tar', ['czf', fixture.file(file), '-C', fixture.file(folder), 'package']);
}

/** A base in a layout: an index of linux/amd64 and linux/arm64, with a layer each. Returns the digests of its layers. */
export function makeBase(fixture: Fixture, folder = 'base'): string[] {
  const put = (content: Buffer | string) => {
    const digest = createHash('sha256').update(content).digest('hex');
    fixture.write(`${folder}/blobs/sha256/${digest}`, Buffer.from(content));
    return { digest: `sha256:${digest}`, size: Buffer.byteLength(content) };
  };
  const layers: string[] = [];
  const manifests = ['amd64', 'arm64'].map((architecture) => {
    const archive = Buffer.alloc(architecture === 'amd64' ? 1024 : 1536, 0); // an archive without files
    const layer = put(gzipSync(archive));
    layers.push(layer.digest);
    const config = put(
      JSON.stringify({
        architecture,
        os: 'linux',
        config: {
          Env: ['PATH=/usr/bin', 'NODE_VERSION=24'],
          Cmd: ['node'],
          Entrypoint: ['docker-entrypoint.sh'],
          Labels: { base: 'yes' },
        },
        rootfs: { type: 'layers', diff_ids: [`sha256:${createHash('sha256').update(archive).digest('hex')}`] },
        history: [{ created_by: 'base' }],
      }),
    );
    const manifest = put(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: 'application/vnd.docker.distribution.manifest.v2+json',
        config: { mediaType: 'application/vnd.docker.container.image.v1+json', ...config },
        layers: [{ mediaType: 'application/vnd.docker.image.rootfs.diff.tar.gzip', ...layer }],
      }),
    );
    return {
      mediaType: 'application/vnd.docker.distribution.manifest.v2+json',
      ...manifest,
      platform: { os: 'linux', architecture },
    };
  });
  const index = put(
    JSON.stringify({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.index.v1+json', manifests }),
  );
  fixture.write(`${folder}/oci-layout`, '{"imageLayoutVersion":"1.0.0"}');
  fixture.write(
    `${folder}/index.json`,
    JSON.stringify({
      schemaVersion: 2,
      manifests: [{ mediaType: 'application/vnd.oci.image.index.v1+json', ...index }],
    }),
  );
  return layers;
}
