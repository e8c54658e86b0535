/**
 * A plugin of the project itself: a folder with what a package of it would have, and a test that runs its generator in memory.
 */
import { AnswerError } from '../problem/problems.ts';
import { requireProjectName } from '../names/kind-names.ts';
import { projectFileName, projectIn } from '../project/project-file.ts';
import { jsonText, setInJson } from '../text/edit-json.ts';
import type { ProjectTree } from '../tree/tree.ts';

/** Makes the files of a plugin, and names it in the project file. */
export async function createPlugin(tree: ProjectTree, { name }: { readonly name: string }): Promise<void> {
  requireProjectName(name, 'name');
  const { plugins } = await projectIn(tree);
  const place = `plugins/${name}`;
  if (plugins.some((plugin) => plugin.package === `./${place}`))
    throw new AnswerError('name', `the project has the plugin ./${place} already`, { next: 'give it another name' });
  tree.write(`${place}/package.json`, manifest(name));
  tree.write(`${place}/index.ts`, module(name));
  tree.write(`${place}/index.test.ts`, test(name));
  const text = (await tree.read(projectFileName)) ?? '{}';
  tree.edit(projectFileName, setInJson(text, ['plugins', '-'], { package: `./${place}` }));
}

const manifest = (name: string): string =>
  jsonText({
    name: `reeve-plugin-${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    exports: './index.ts',
    reeve: {
      plugin: 1,
      commands: [{ name, summary: `what ${name} knows of the project` }],
      generators: [{ for: 'edit' }],
    },
  });

const module = (name: string): string => `import { definePlugin } from 'reeve/plugin';

/** Writes a page about the project when it is edited (reeve edit), and adds the command ${name}. */
export default definePlugin(({ file = '${name}.md' }: { readonly file?: string }) => ({
  name: 'reeve-plugin-${name}',
  protocol: 1,
  setup(host) {
    host.generator({
      for: 'edit',
      generate(tree, { project }) {
        const kinds = project?.resources.map(({ kind }) => \`- \${kind}\\n\`) ?? [];
        tree.write(file, \`# \${project?.name ?? ''}\\n\\n\${kinds.join('')}\`);
      },
    });
    host.command({
      name: '${name}',
      summary: 'what ${name} knows of the project',
      run: async ({ print }) => print('the page is in ' + file),
    });
  },
}));
`;

const test = (name: string): string => `import { expect, test } from 'vitest';
import { generated } from 'reeve/plugin';
import plugin from './index.ts';

test('the page names the project', async () => {
  const project = { name: 'shops', domain: 'example.com' };
  const files = await generated(plugin({}), 'edit', { 'reeve.json': JSON.stringify(project) });
  expect(files).toMatchObject({ '${name}.md': '# shops\\n\\n' });
});
`;
