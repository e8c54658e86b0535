/**
 * The whole operator: an Addon holds the text of a manifest, and its objects are applied as a set. What leaves the text is deleted.
 */
import { z } from 'zod';
import {
  ConfigMap,
  defineController,
  defineResource,
  Deployment,
  generatingHandler,
  k,
  objectsFromManifests,
  Service,
  TerminalError,
} from 'reeve';
import type { KubeObject } from 'reeve';

export const Addon = defineResource({
  group: 'addons.example.com',
  version: 'v1',
  kind: 'Addon',
  spec: z.object({ file: z.string(), manifest: z.string() }),
  status: z.object({ objects: z.int().optional(), conditions: k.conditions() }),
  columns: { File: '.spec.file', Objects: '.status.objects' },
});

const produces = [ConfigMap, Service, Deployment] as const;

const isProduced = (object: KubeObject): object is ConfigMap | Service | Deployment =>
  produces.some((kind) => kind.is(object));

export const addons = defineController({
  for: Addon,
  steps: [
    generatingHandler(Addon, {
      name: 'manifest',
      condition: 'Deployed',
      produces,
      async generate({ spec, status }) {
        const objects: readonly KubeObject[] = await objectsFromManifests(spec.manifest, { file: spec.file });
        const known = objects.filter(isProduced);
        if (known.length < objects.length)
          throw new TerminalError(`${spec.file} has objects of kinds that addons may not have`);
        return { objects: known, status: { ...status, objects: objects.length } };
      },
    }),
  ],
});
