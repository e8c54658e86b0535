/**
 * Files that a newer reeve would generate otherwise: each is what was generated before, what a person made of it, and what is generated now, merged into one.
 * Upstream: kubebuilder alpha update.
 */
import { inflateRawSync } from 'node:zlib';
import { projectFileName } from '../project/project-file.ts';
import type { GeneratedRecord, Project } from '../project/project-file.ts';
import { mergeTexts } from '../text/merge-texts.ts';
import { setInJson } from '../text/edit-json.ts';
import { hashOf, packed } from './generated-text.ts';
import type { Plan, PlannedFile } from './plan.ts';
import type { ProjectReader } from '../tree/tree.ts';

/** A file as it is generated now. */
export interface Regenerated {
  readonly path: string;
  readonly text: string;
}

/** What came of it. */
export interface UpdatePlan extends Plan {
  /** Files in which a person has to decide. */
  readonly conflicts: readonly string[];
}

/** Merges what is generated now into what is there. Files that a person removed stay away. */
export async function updatePlan(
  project: Project,
  made: readonly Regenerated[],
  reader: ProjectReader,
  version: string,
): Promise<UpdatePlan> {
  const files: PlannedFile[] = [];
  const conflicts: string[] = [];
  const notes: string[] = [];
  const before = (await reader.read(projectFileName)) ?? '{}';
  let record = before;
  for (const { path, text } of made) {
    const old = project.generated[path];
    if (old === undefined || hashOf(text) === old.sha256) continue;
    const mine = await reader.read(path);
    if (mine === undefined) {
      notes.push(`${path} was removed and stays away`);
      continue;
    }
    const names = { mine: `${path} as it is here`, theirs: `${path} of reeve ${version}` };
    const merged = mergeTexts(unpacked(old), mine, text, names);
    if (merged.conflicts > 0) {
      conflicts.push(path);
      notes.push(
        `${path}: ${merged.conflicts} ${merged.conflicts === 1 ? 'place' : 'places'} to decide, between <<<<<<< and >>>>>>>`,
      );
    }
    files.push({
      path,
      state: merged.text === mine ? 'unchanged' : 'changed',
      before: mine,
      after: merged.text,
      isInTheWay: false,
    });
    record = setInJson(record, ['generated', path, 'sha256'], hashOf(text));
    record = setInJson(record, ['generated', path, 'text'], packed(text));
  }
  if (record !== before)
    files.push({ path: projectFileName, state: 'changed', before, after: record, isInTheWay: false });
  return { files, notes, conflicts };
}

/** Longer texts are not generated. */
const longest = 1 << 20;

/** The text in a record, if it is there and the one that the hash is of. */
function unpacked({ text, sha256 }: GeneratedRecord): string | undefined {
  if (text === undefined) return undefined;
  try {
    const found = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: longest }).toString('utf8');
    return hashOf(found) === sha256 ? found : undefined;
  } catch {
    return undefined; // somebody changed the record: it is as if there were none
  }
}
