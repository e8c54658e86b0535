/**
 * A webhook for a resource of the project or for a kind that is there: a file for what it fills in, and one for what it refuses, each with a test.
 * Upstream: kubebuilder create webhook.
 */
import { AnswerError } from '../problem/problems.ts';
import { fileNameOf } from '../names/kind-names.ts';
import { projectIn } from '../project/project-file.ts';
import type { ProjectTree } from '../tree/tree.ts';
import type { KnownKind } from './controller.ts';
import { literal } from './literal.ts';
import { requireResource } from './resource-record.ts';

/** The answers of a person. */
export interface WebhookAnswers {
  /** A kind of the project; the only one unless given. */
  readonly kind?: string | undefined;
  /** Makes one that fills in what people leave out. */
  readonly defaulting?: boolean | undefined;
  /** Makes one that refuses. */
  readonly validation?: boolean | undefined;
  /** False makes no tests. */
  readonly test?: boolean | undefined;
}

/** What the files say about the kind. */
interface Subject {
  readonly kind: string;
  /** The module that exports the kind, as the files import it. */
  readonly module: string;
  /** The folder of the files, and the beginning of their names. */
  readonly file: string;
  /** An object that the server takes. */
  readonly sample: object;
  /** True for a kind of the project, whose definition a test installs. */
  readonly isOwn: boolean;
}

/** Makes the files of webhooks. A kind that is there comes in place of one of the project. */
export async function createWebhook(
  tree: ProjectTree,
  { kind, defaulting = false, validation = false, test = true }: WebhookAnswers,
  known?: KnownKind,
): Promise<void> {
  if (!defaulting && !validation)
    throw new AnswerError('defaulting', 'what does the webhook do? --defaulting, --validation or both are missing', {
      next: 'write --defaulting to fill in what people leave out, --validation to refuse',
    });
  const project = await projectIn(tree);
  const subject = known === undefined ? ofProject(requireResource(project, kind)) : ofKnown(known);
  const parts = [...(defaulting ? (['defaulting'] as const) : []), ...(validation ? (['validation'] as const) : [])];
  for (const part of parts) {
    tree.write(`${subject.file}.${part}.ts`, modules[part](subject));
    if (test) tree.write(`${subject.file}.${part}.test.ts`, tests[part](subject));
  }
}

const ofProject = ({ kind, file, scope }: ReturnType<typeof requireResource>): Subject => ({
  kind,
  module: `./${file.split('/').at(-1) ?? ''}`,
  file: file.replace(/\.ts$/, ''),
  sample: { metadata: { name: 'first', ...(scope === 'Cluster' ? {} : { namespace: 'default' }) }, spec: {} },
  isOwn: true,
});

function ofKnown({ kind, from, sample }: KnownKind): Subject {
  if (!('module' in from))
    throw new AnswerError('for', `the webhook of ${kind} needs a kind of the project or a built-in one`, {
      next: 'write --kind KIND for one of the project, or --for apps/v1/Deployment',
    });
  return { kind, module: from.module, file: `src/${fileNameOf(kind)}`, sample, isOwn: false };
}

const note = 'example.com/note';

const modules = {
  defaulting: ({ kind, module }: Subject) => `import { defineWebhook } from 'reeve';
import { ${kind} } from '${module}';

/** Fills in what people leave out of a ${kind}: here a note of who made it. What changes on the draft is sent back. */
export default defineWebhook({
  for: ${kind},
  name: 'defaulting',
  operations: ['CREATE'],
  default(draft, { user }) {
    (draft.metadata.annotations ??= {})['${note}'] ??= \`made by \${user.username ?? 'nobody'}\`;
  },
});
`,
  validation: ({ kind, module }: Subject) => `import { defineWebhook } from 'reeve';
import { ${kind} } from '${module}';

/** Refuses what a schema cannot say. Several problems of fields are one refusal. */
export default defineWebhook({
  for: ${kind},
  name: 'validation',
  operations: ['CREATE', 'UPDATE'],
  validate: {
    create({ metadata: { annotations } }, ctx) {
      const note = annotations?.['${note}'] ?? '';
      if (note.length > 60) ctx.invalid('metadata.annotations', note, 'a note has at most 60 characters');
    },
    update({ metadata: { annotations } }, old, ctx) {
      const before = old.metadata.annotations?.['${note}'];
      if (before !== undefined && annotations?.['${note}'] === undefined) ctx.deny('the note stays where there is one');
    },
  },
});
`,
};

const tests = {
  defaulting: (subject: Subject) => `${testHead(subject, 'defaulting')}
test('a ${subject.kind} gets a note of who made it', async () => {
  await using cluster = await TestCluster.start(${clusterOf(subject, 'defaulting')});
  const made = await cluster.client.create(${subject.kind}, ${literal(subject.sample)});
  expect(made.metadata.annotations?.['${note}']).toMatch(/^made by /);
});
`,
  validation: (subject: Subject) => `${testHead(subject, 'validation')}
test('a ${subject.kind} with a long note is refused, and says which field', async () => {
  await using cluster = await TestCluster.start(${clusterOf(subject, 'validation')});
  const sample = ${literal(subject.sample)};
  const metadata = { ...sample.metadata, annotations: { '${note}': 'x'.repeat(61) } };
  await expect(cluster.client.create(${subject.kind}, { ...sample, metadata })).rejects.toThrow('at most 60 characters');
});
`,
};

const testHead = ({ kind, module, file }: Subject, part: string): string => `import { expect, test } from 'vitest';
import { TestCluster } from 'reeve/testing';
import { ${kind} } from '${module}';
import ${part} from './${file.split('/').at(-1) ?? ''}.${part}.ts';
`;

const clusterOf = ({ kind, isOwn }: Subject, part: string): string =>
  `{ ${isOwn ? `resources: [${kind}], ` : ''}webhooks: [${part}] }`;
