/** The operator of the README, as files. */
export const websiteProgram = `import { z } from 'zod';
import { ConfigMap, defineController, defineResource, k } from 'reeve';
import { textFor } from './text';

export const Website = defineResource({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  spec: z.object({ title: z.string().min(3), replicas: z.int().min(0).max(10).default(1) }),
  status: z.object({ ready: z.int().optional(), conditions: k.conditions() }),
});

export default defineController({
  for: Website,
  owns: [ConfigMap],
  async reconcile(site, ctx) {
    const name: string = site.metadata.name;
    await ctx.apply([ConfigMap.of({ metadata: { name }, data: { text: textFor(site.spec.title) } })]);
    await ctx.status({ ready: 1 });
  },
});
`;

export const textModule = 'export const textFor = (title: string): string => `first ${title}`;\n';
