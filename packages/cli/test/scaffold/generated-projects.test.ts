/**
 * What is generated works as it is: projects of all combinations of flags compile, pass their tests and render. One compiler and one run of tests for all of them.
 */
import { expect, test } from 'vitest';
import { executable, Running } from '../executable.ts';
import { certificates } from './certificates.ts';
import { newProject, TestProject } from './project.ts';

/** All combinations of flags of `create api`. */
function combinations(): string[][] {
  const choices = [
    [[], ['--scope', 'Cluster']],
    [[], ['--no-controller']],
    [[], ['--no-test']],
    [[], ['--group', 'web', '--version', 'v1'], ['--plural', 'shoppes', '--group', 'shops.example.org']],
  ];
  return choices.reduce<string[][]>(
    (all, more) => all.flatMap((words) => more.map((flags) => [...words, ...flags])),
    [[]],
  );
}

/** What else a project can have. */
const others = [
  ['create', 'controller', '--for', 'apps/v1/Deployment'],
  ['create', 'controller', '--for', 'v1/Namespace', '--name', 'spaces'],
  ['create', 'controller', '--crd', 'certificates.yaml'],
  ['create', 'controller', '--for', 'batch/v1/CronJob', '--no-test'],
  ['create', 'plugin', 'boards'],
  ['create', 'webhook', '--for', 'apps/v1/Deployment', '--defaulting', '--validation'],
];

test('projects of all combinations of flags compile, pass their tests and render · PK-11, PK-12', async () => {
  using all = new TestProject().install().write('certificates.yaml', certificates);
  const places: string[] = [];
  for (const [at, flags] of combinations().entries()) {
    places.push(`api-${at}`);
    await make(all, `api-${at}`, [['create', 'api', '--kind', 'CronTab', ...flags]]);
  }
  for (const [at, words] of others.entries()) {
    places.push(`other-${at}`);
    await make(all, `other-${at}`, [words]);
  }
  const scoped = [[], ['--scope', 'Cluster']];
  for (const [at, flags] of scoped.entries()) {
    places.push(`tests-${at}`);
    await make(all, `tests-${at}`, [
      ['create', 'api', '--kind', 'Shop', ...flags],
      ['create', 'test'],
      ['create', 'simulation'],
      ['create', 'webhook', '--defaulting'],
      ['create', 'webhook', '--validation'],
    ]);
  }
  expect(places.length).toBeGreaterThanOrEqual(30);
  all.write('tsconfig.json', '{ "extends": "./api-0/tsconfig.json", "include": ["*/src", "*/plugins"] }');
  all.write('other-2/src/checked.ts', wrongUse);
  all.program('tsc');
  const told = all.program('vitest', ['run', '--reporter=dot', '--pool=threads', '--no-isolate']);
  expect(Number(/Tests +(\d+) passed \(\1\)/.exec(told)?.[1])).toBeGreaterThan(20);
}, 240_000);

/** The types of a definition are checked: each line that is expected to be wrong is, or this does not compile. */
const wrongUse = `import { Certificate } from './certificate.kind.ts';

export const right = Certificate.of({ metadata: { name: 'web' }, spec: { secretName: 'web', days: 90 } });
// @ts-expect-error days is a number
export const text = Certificate.of({ metadata: { name: 'web' }, spec: { secretName: 'web', days: 'many' } });
// @ts-expect-error secretName is required
export const missing = Certificate.of({ metadata: { name: 'web' }, spec: { days: 90 } });
`;

/** A project below a folder; its programs must render. */
async function make(all: TestProject, place: string, commands: readonly (readonly string[])[]): Promise<void> {
  await all.done(['init', place, '--yes', '--name', 'shops']);
  const inPlace = new TestProject(all.file(place));
  inPlace.write('certificates.yaml', certificates);
  for (const words of commands) await inPlace.done(words);
  const hasController = commands.every(
    (words) => words[1] !== 'plugin' && !words.includes('--no-controller') && !words.includes('--no-test'),
  );
  if (hasController && !inPlace.executable(['render']).includes('kind: ClusterRole'))
    throw new Error(`${place} renders no ClusterRole`);
}

test('the first project has at most 6 files and 150 lines, compiles strictly and passes its test · PK-3', async () => {
  using project = await newProject();
  await project.done(['create', 'api', '--kind', 'Shop']);
  const files = project.files();
  expect(Object.keys(files)).toHaveLength(6);
  expect(Object.values(files).join('').split('\n').length).toBeLessThanOrEqual(150);
  expect(project.program('tsc', ['--showConfig'])).toContain('"strict": true');
  project.program('tsc');
  expect(files['src/shop.test.ts']).toContain("from './shop.ts'");
});

test(
  'the first project reconciles a sample as it is, and its own test passes · PK-2',
  { timeout: 120_000 },
  async () => {
    using project = await newProject();
    await project.done(['create', 'api', '--kind', 'Shop']);
    const files = Object.values(project.files());
    expect([files.length, files.join('').split('\n').length <= 150]).toEqual([6, true]);
    project.program('tsc');
    expect(project.program('vitest', ['run', '--reporter=dot'])).toMatch(/Tests +1 passed/);
    await using dev = new Running(process.execPath, [executable, 'dev', '--sample', '--port', '0'], project.path, {});
    await dev.shows(/✓ shop default\/sample .*apply ConfigMap default\/sample-shop/);
    dev.signal('SIGINT');
    expect(await dev.ended).toBe(0);
  },
);
