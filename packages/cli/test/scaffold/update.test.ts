import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { newProject } from './project.ts';
import type { TestProject } from './project.ts';

/** Makes the project one whose file was generated with another text, as by an earlier reeve. */
function generatedAs(project: TestProject, path: string, text: string): void {
  const file = JSON.parse(project.read('reeve.json')) as { generated: Record<string, object> };
  const sha256 = createHash('sha256').update(text).digest('hex');
  file.generated[path] = { ...file.generated[path], sha256, text: deflateRawSync(text).toString('base64') };
  project.write('reeve.json', `${JSON.stringify(file, undefined, 2)}\n`);
}

/** A project with a resource that an earlier reeve made, and its file as this one makes it. */
async function olderProject(): Promise<{ project: TestProject; made: string; older: string }> {
  const project = await newProject();
  await project.done(['create', 'api', '--kind', 'Shop']);
  const made = project.read('src/shop.ts');
  const older = made
    .replace('/** What people write. */', '/** The resource. */')
    .replace("default('hello')", "default('hi')");
  generatedAs(project, 'src/shop.ts', older);
  return { project, made, older };
}

test('a file that nobody changed is replaced, and the record is that of the new one', async () => {
  const { project, made, older } = await olderProject();
  using _ = project;
  project.write('src/shop.ts', older);
  expect((await project.done(['update'])).out).toBe('~ src/shop.ts\n~ reeve.json\n');
  expect(project.read('src/shop.ts')).toBe(made);
  expect((await project.done(['update'])).out).toBe('nothing to do\n');
});

test('what a person changed elsewhere is kept beside what is new', async () => {
  const { project, made, older } = await olderProject();
  using _ = project;
  const mine = older.replace('await ctx.status({ message });', 'await ctx.status({ message }); // mine');
  project.write('src/shop.ts', mine);
  await project.done(['update']);
  expect(project.read('src/shop.ts')).toBe(
    made.replace('await ctx.status({ message });', 'await ctx.status({ message }); // mine'),
  );
});

test('what both changed is marked, both stay, and the command ends with 1', async () => {
  const { project, older } = await olderProject();
  using _ = project;
  project.write('src/shop.ts', older.replace("default('hi')", "default('my own')"));
  const { code, err } = await project.reeve(['update']);
  expect(code).toBe(1);
  expect(err).toBe('src/shop.ts: 1 place to decide, between <<<<<<< and >>>>>>>\n');
  const merged = project.read('src/shop.ts');
  expect(merged).toContain('<<<<<<< src/shop.ts as it is here\n');
  expect(merged).toContain("default('my own')");
  expect(merged).toContain("default('hello')");
  expect(merged).toContain('>>>>>>> src/shop.ts of reeve ');
  expect(merged).toContain('/** What people write. */');
});

test('a file that was removed stays away, and a record without its text is merged without a base', async () => {
  const { project, older } = await olderProject();
  using _ = project;
  project.write('src/shop.ts', older);
  const file = JSON.parse(project.read('reeve.json')) as { generated: Record<string, { text?: string }> };
  delete file.generated['src/shop.ts']?.text;
  project.write('reeve.json', JSON.stringify(file));
  const { code } = await project.reeve(['update']);
  expect(code).toBe(1);
  expect(project.read('src/shop.ts')).toContain("default('hi')");
  expect(project.read('src/shop.ts')).toContain("default('hello')");

  const other = await olderProject();
  using _other = other.project;
  const { rmSync } = await import('node:fs');
  rmSync(other.project.file('src/shop.ts'));
  expect((await other.project.done(['update'])).err).toBe('src/shop.ts was removed and stays away\n');
  expect(other.project.files()).not.toHaveProperty(['src/shop.ts']);
});

test('--dry-run of update changes nothing, and the real run does its list · PK-6 update', async () => {
  const { project, older } = await olderProject();
  using _ = project;
  project.write('src/shop.ts', older);
  const before = project.files();
  const dry = await project.done(['update', '--dry-run', '-o', 'json']);
  expect(project.files()).toEqual(before);
  const real = await project.done(['update', '-o', 'json']);
  expect(JSON.parse(real.out)).toEqual({ ...(JSON.parse(dry.out) as object), dryRun: false });
  expect(JSON.parse(dry.out)).toMatchObject({
    files: [
      { path: 'src/shop.ts', state: 'changed' },
      { path: 'reeve.json', state: 'changed' },
    ],
    conflicts: [],
  });
});

test('everything that can be generated can be generated again, and is the same', async () => {
  using project = await newProject();
  for (const words of [
    ['api', '--kind', 'Shop', '--plural', 'shoppes'],
    ['api', '--kind', 'Mall', '--scope', 'Cluster', '--no-controller'],
    ['controller', '--for', 'apps/v1/Deployment'],
    ['test', '--kind', 'Shop'],
    ['simulation', '--kind', 'Shop'],
  ])
    await project.done(['create', ...words]);
  const before = project.files();
  const { out, err } = await project.done(['update']);
  expect({ out, err }).toEqual({ out: 'nothing to do\n', err: '' });
  expect(project.files()).toEqual(before);
});
