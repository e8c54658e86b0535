/**
 * Resources in the project file: a kind is recorded once, in the order in which kinds were made.
 */
import { nearest } from '@reeve/machinery';
import { AnswerError } from '../problem/problems.ts';
import { projectFileName } from '../project/project-file.ts';
import type { Project, ResourceRecord } from '../project/project-file.ts';
import type { KindNames } from '../names/kind-names.ts';
import { setInJson } from '../text/edit-json.ts';
import type { Json } from '../text/edit-json.ts';
import type { ProjectTree } from '../tree/tree.ts';

/** Refuses a kind that the project has. */
export function requireNewKind({ resources }: Project, { group, version, kind }: KindNames): void {
  const found = resources.find((one) => one.kind === kind && one.group === group);
  if (found === undefined) return;
  const next =
    found.version === version
      ? `it is in ${found.file}; give another --kind, such as ${kind}2`
      : `it is in ${found.file}, in version ${found.version}; write ${version} beside it in versions, with from and to: docs/webhooks.md`;
  throw new AnswerError('kind', `--kind ${kind}: the project has ${kind} of ${group} already`, { next });
}

/** The recorded resource of a kind. */
export function requireResource({ resources }: Project, kind: string | undefined): ResourceRecord {
  const kinds = resources.map((one) => one.kind);
  const found =
    kind === undefined && resources.length === 1 ? resources[0] : resources.find((one) => one.kind === kind);
  if (found !== undefined) return found;
  if (resources.length === 0)
    throw new AnswerError('kind', 'the project has no resource', { next: 'make one: reeve create api --kind KIND' });
  if (kind === undefined)
    throw new AnswerError('kind', 'there are several kinds: --kind is missing', {
      next: `write --kind ${kinds[0] ?? ''}`,
    });
  const meant = nearest(kind, kinds);
  throw new AnswerError('kind', `--kind ${kind}: the project has ${kinds.join(', ')}`, {
    next: `write --kind ${meant ?? kinds[0] ?? ''}`,
  });
}

/** Adds a resource to the project file of a tree. */
export async function recordResource(tree: ProjectTree, record: ResourceRecord): Promise<void> {
  const text = (await tree.read(projectFileName)) ?? '{}';
  tree.edit(projectFileName, setInJson(text, ['resources', '-'], record as unknown as Json)); // texts and booleans
}
