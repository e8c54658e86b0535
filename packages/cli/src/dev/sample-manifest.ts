/**
 * A sample object of a definition as a file. What the server would refuse of it is said in comments at the top.
 */
import { sampleOf } from '@reeve/define';
import type { CustomResourceDefinition } from '@reeve/define';
import { stringify } from 'yaml';

/** The file. */
export function sampleManifest(crd: CustomResourceDefinition): string {
  const { object, problems } = sampleOf(crd);
  const comments = problems.map(({ field, body }) => `# write another ${field}: ${body.replaceAll('\n', ' ')}\n`);
  return [...comments, stringify(object)].join('');
}
