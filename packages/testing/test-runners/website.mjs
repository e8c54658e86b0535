/** The operator that each test runner runs: a website has a ConfigMap and says so. */
import { z } from 'zod';
import { defineResource } from '@reeve/define';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { defineController } from '@reeve/runtime';

export const Website = defineResource({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  spec: z.object({ text: z.string() }),
  status: z.object({ text: z.string().optional() }),
});

export const websites = defineController({
  for: Website,
  owns: [ConfigMap],
  async reconcile({ metadata: { name }, spec: { text } }, ctx) {
    await ctx.apply(ConfigMap.of({ metadata: { name }, data: { text } }));
    await ctx.status({ text });
  },
});
