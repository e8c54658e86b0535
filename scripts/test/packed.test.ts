/**
 * What ships is tested: every package is packed as for publishing, the tarballs are installed into an empty folder, and plain Node imports
 * them there, and runs an operator with them. What they depend on comes from npm's cache where that has it: an install from a lockfile leaves the packages there, and not all that npm wants to know about them.
 */
import { execFileSync, spawnSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageNames } from '../check/source-files.mjs';
import { auditVerdict } from '../setup/audit.mjs';
import { otherNode, requireIntegrity } from '../setup/other-nodes.mjs';
import { root } from '../setup/paths.mjs';
import { developOperator } from './packed-operator.ts';

const packages = packageNames(root).map((folder) => ({ folder, name: manifestOf(folder).name }));
const folder = mkdtempSync(join(tmpdir(), 'reeve-packed-'));
const inFolder: ExecFileSyncOptionsWithStringEncoding = {
  cwd: folder,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'pipe'], // an error shows what was complained of
};

beforeAll(() => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const folders = packages.map((one) => `${root}/packages/${one.folder}`);
  const packed: { filename: string }[] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', ...folders], inFolder),
  );
  execFileSync(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packed.map(({ filename }) => `./${filename}`)],
    inFolder,
  );
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const { folder: place, name } of packages) {
  test(`the packed ${name} exports under plain Node what the sources export`, { timeout: 30_000 }, async () => {
    const script = `console.log(JSON.stringify(Object.keys(await import('${name}')).toSorted()))`;
    const exported: string[] = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '--eval', script], inFolder),
    );
    const source: object = await import(`${root}/packages/${place}/src/index.ts`);
    expect(exported).toEqual(Object.keys(source).toSorted());
  });

  test(`the packed ${name} carries types and no sources`, () => {
    const types = readFileSync(join(folder, 'node_modules', name, manifestOf(place).exports['.'].types), 'utf8');
    expect(types).toContain('export');
    expect(() => readFileSync(join(folder, 'node_modules', name, 'src/index.ts'))).toThrow('ENOENT');
  });

  test(`the packed ${name} carries its licence, says where its source is, and can be published with provenance`, () => {
    const licence = readFileSync(join(folder, 'node_modules', name, 'LICENSE'), 'utf8');
    expect(licence).toBe(readFileSync(`${root}/LICENSE`, 'utf8'));
    const { repository, publishConfig } = manifestOf(place);
    expect(repository).toEqual({
      type: 'git',
      url: 'git+https://github.com/reeve-dev/reeve.git',
      directory: `packages/${place}`,
    });
    expect(publishConfig).toEqual({ access: 'public', provenance: true });
  });

  test(`the packed ${name} takes later fixes of what it is installed with`, () => {
    const { dependencies = {} } = manifestOf(place);
    const foreign = Object.entries(dependencies).filter(([dependency]) => !dependency.startsWith('@reeve/'));
    expect(foreign.filter(([, range]) => !range.startsWith('^'))).toEqual([]);
  });

  const { reeve: { bundled = [], required = [] } = {}, version } = manifestOf(place);
  const inside = [...bundled, ...required];
  const bundle = join(folder, 'node_modules', name, 'dist/bundle');

  test.runIf(inside.length === 0)(`the packed ${name} has nothing of others inside its bundle`, () => {
    expect([existsSync(`${bundle}/bom.cdx.json`), existsSync(`${bundle}/THIRD-PARTY.md`)]).toEqual([false, false]);
  });

  test.runIf(inside.length > 0)(`the packed ${name} lists what is inside its bundle for machines as for people`, () => {
    const bom = JSON.parse(readFileSync(`${bundle}/bom.cdx.json`, 'utf8')) as Bom;
    expect(bom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'library', purl: `pkg:npm/${name.replace('@', '%40')}@${version}` } },
    });
    const forPeople = [...readFileSync(`${bundle}/THIRD-PARTY.md`, 'utf8').matchAll(/^## (\S+) (\S+) \((.+)\)$/gm)];
    const told = forPeople.map(([, dependency = '', itsVersion, licence]) => ({
      'bom-ref': `pkg:npm/${dependency.replace('@', '%40')}@${itsVersion}`,
      licenses: [{ license: { id: licence } }],
    }));
    expect(told.length).toBeGreaterThanOrEqual(inside.length);
    expect(bom.components).toMatchObject(told);
    for (const { purl, 'bom-ref': ref, hashes } of bom.components) {
      expect(purl).toBe(ref);
      expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as unknown }]);
    }
    for (const dependency of inside)
      expect(bom.components.map(({ purl }) => purl).join()).toContain(dependency.replace('@', '%40'));
  });

  test(`${name} has nothing for publint to find`, { timeout: 30_000 }, async () => {
    const { messages } = await publint({ pkgDir: `${root}/packages/${place}`, strict: true });
    expect(messages).toEqual([]);
  });
}

for (const options of [{}, { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }]) {
  test(`the packed types are right by themselves with ${JSON.stringify(options)}`, { timeout: 60_000 }, () => {
    const doors = [...packages.map(({ name }) => name), 'reeve/testing', 'reeve/kinds/core/v1'];
    writeFileSync(
      join(folder, 'doors.ts'),
      doors.map((name, index) => `export * as door${index} from '${name}';\n`).join(''),
    );
    const compilerOptions = {
      strict: true,
      module: 'nodenext',
      target: 'es2022',
      skipLibCheck: false,
      noEmit: true,
      types: ['node'],
      typeRoots: [`${root}/node_modules/@types`],
      ...options,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['doors.ts'] }));

    const { status, stdout } = spawnSync(`${root}/node_modules/.bin/tsc`, ['-p', folder], inFolder);

    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
}

for (const version of ['20', '24', 'latest']) {
  const node = process.versions.node.startsWith(`${version}.`) ? process.execPath : otherNode(version);

  test.runIf(node)(`the README's operator lives under plain Node ${version}`, { timeout: 60_000 }, async () => {
    const { printed, shown, code } = await developOperator(node ?? '', folder);
    expect({ printed, code }).toEqual({ printed: 'Running,Running\n', code: 0 });
    expect(shown).toMatch(/✓ website default\/site-\S+ {2}apply Deployment/);
    expect(shown).not.toContain('Warning');
  });
}

test('the packed reeve brings its command', () => {
  expect(execFileSync(join(folder, 'node_modules/.bin/reeve'), ['version', '--client'], inFolder)).toContain('reeve ');
});

test('what is installed is small: the packages and all they need, zod apart', () => {
  const bytes = sizeOf(join(folder, 'node_modules')) - sizeOf(join(folder, 'node_modules/zod'));
  console.log(`installed: ${(bytes / 1e6).toFixed(1)} MB without zod`);
  expect(bytes).toBeLessThan(17e6);
});

test.each([
  ['{"metadata":{"vulnerabilities":{"high":1,"critical":0,"total":3}}}', true, '3 known, 1 high, 0 critical'],
  ['{"metadata":{"vulnerabilities":{"high":0,"critical":0,"total":2}}}', false, '2 known, 0 high, 0 critical'],
  ['{"message":"405 Method Not Allowed","error":{"summary":""}}', false, 'the registry did not answer it'],
  ['', false, 'the registry did not answer it'],
])(
  'a release stops for high and critical mistakes, and not for a registry that answers no audits: %s',
  (text, problem, part) => {
    const verdict = auditVerdict(text);
    expect(verdict.problem).toBe(problem);
    expect(verdict.message).toContain(part);
  },
);

test('a binary of Node is used only when its package has the hash that is pinned', () => {
  const file = join(folder, 'package.tgz');
  writeFileSync(file, 'a package');
  const hash = createHash('sha512').update('a package').digest('base64');
  expect(() => requireIntegrity(file, `sha512-${hash}`)).not.toThrow();
  writeFileSync(file, 'another package');
  expect(() => requireIntegrity(file, `sha512-${hash}`)).toThrow(/has another hash than the one that is pinned/);
});

/** The part of a CycloneDX file that is looked at. */
interface Bom {
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly purl: string;
    readonly hashes: readonly unknown[];
  }[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: { readonly '.': { readonly types: string } };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly repository?: unknown;
  readonly publishConfig?: unknown;
  readonly reeve?: { readonly bundled?: readonly string[]; readonly required?: readonly string[] };
}

function manifestOf(place: string): Manifest {
  return JSON.parse(readFileSync(`${root}/packages/${place}/package.json`, 'utf8'));
}

/** The bytes of all files below a folder. */
function sizeOf(path: string): number {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { name, parentPath }) => sum + statSync(join(parentPath, name)).size, 0);
}
