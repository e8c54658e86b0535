/**
 * The kind that `reeve create controller` is about: a built-in one by its group, version and name, or the one of a definition file.
 */
import { relative, resolve } from 'node:path';
import { sampleOf, typesFromCrd } from '@reeve/define';
import type { CustomResourceDefinition } from '@reeve/define';
import { loadResources } from '@reeve/kinds';
import { nearest } from '@reeve/machinery';
import { AnswerError } from '@reeve/scaffold';
import type { KnownKind } from '@reeve/scaffold';
import { parseAllDocuments } from 'yaml';
import { UsageError } from '../error/usage-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { sampleSpecs } from './sample-specs.ts';

/** The kind that is named. */
export async function knownKind(
  { for: text, crd }: { readonly for: string | undefined; readonly crd: string | undefined },
  terminal: Terminal,
): Promise<KnownKind> {
  return crd === undefined ? await builtInKind(text ?? '') : await definedKind(crd, terminal);
}

async function builtInKind(text: string): Promise<KnownKind> {
  const parts = text.split('/');
  const [group, version, kind] = parts.length === 2 ? ['', ...parts] : parts;
  const { groups } = await loadResources();
  const all = groups.flatMap(({ name, versions }) =>
    versions.flatMap((one) => one.resources.map((resource) => ({ name, version: one.version, resource }))),
  );
  const titleOf = ({ name, version: v, resource }: (typeof all)[number]): string =>
    [...(name === '' ? [] : [name]), v, resource.kind].join('/');
  const found = all.find((one) => one.name === group && one.version === version && one.resource.kind === kind);
  if (found === undefined) {
    const same = all.find((one) => one.resource.kind.toLowerCase() === (parts.at(-1) ?? '').toLowerCase());
    const meant = same === undefined ? nearest(text, all.map(titleOf)) : titleOf(same);
    throw new AnswerError('for', `--for ${text}: there is no such built-in kind`, {
      next:
        meant === undefined ? 'write it as apps/v1/Deployment; kinds of others: --crd FILE' : `did you mean ${meant}?`,
    });
  }
  const { resource } = found;
  if (!['create', 'list', 'watch'].every((verb) => resource.verbs.includes(verb)))
    throw new AnswerError('for', `--for ${text}: objects of this kind cannot be watched`, {
      next: 'name a kind whose objects are stored',
    });
  const namespace = resource.scope === 'Namespaced' ? { namespace: 'default' } : {};
  const name = sampleSpecs[resource.kind]?.name ?? 'sample';
  return {
    kind: resource.kind,
    scope: resource.scope,
    sample: { metadata: { name, ...namespace }, ...sampleSpecs[resource.kind]?.fields },
    from: { module: `reeve/kinds/${group === '' ? 'core' : (group?.split('.')[0] ?? '')}/${version ?? ''}` },
  };
}

async function definedKind(file: string, terminal: Terminal): Promise<KnownKind> {
  const text = await terminal.files.read(resolve(terminal.folder, file));
  if (text === undefined) throw new UsageError(`there is no file ${file}`);
  const objects = parseAllDocuments(text).map((document) => document.toJS() as unknown);
  const crd = objects.find((object) => isDefinition(object)) as CustomResourceDefinition | undefined;
  if (crd === undefined)
    throw new AnswerError('crd', `--crd ${file}: there is no CustomResourceDefinition in it`, {
      next: 'write it with: kubectl get crd NAME -o yaml',
    });
  const { object, problems } = sampleOf(crd);
  const [problem] = problems;
  const { apiVersion: _a, kind: _k, ...sample } = object;
  const types = typesFromCrd(crd)
    .replaceAll(`'@reeve/machinery'`, `'reeve'`)
    .replaceAll(/^ {2}kind\?: '(\w+)';$/gm, "  kind?: '$1';");
  const note =
    problem === undefined
      ? ''
      : `// The server would refuse the sample of the test: ${problem.field}: ${problem.body}\n`;
  return {
    kind: crd.spec.names.kind,
    scope: crd.spec.scope,
    sample,
    from: {
      text: `// The kind of ${file}.\n${note}${types}`,
      definition: relative(terminal.folder, resolve(terminal.folder, file)),
    },
  };
}

const isDefinition = (object: unknown): boolean =>
  typeof object === 'object' &&
  object !== null &&
  'kind' in object &&
  object.kind === 'CustomResourceDefinition' &&
  'spec' in object;
