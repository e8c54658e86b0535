/**
 * The everyday verbs, in the order of the help.
 */
import { debugToken } from '../command/command.ts';
import type { CommandDeclaration, FlagDeclaration } from '../command/command.ts';

const selector: FlagDeclaration = {
  syntax: '-l, --selector <labels>',
  summary: 'only objects with these labels, as app=web,tier!=cache',
};
const fieldSelector: FlagDeclaration = {
  syntax: '--field-selector <fields>',
  summary: 'only objects with these fields, as metadata.name=blog',
};
const everywhere: FlagDeclaration = { syntax: '-A, --all-namespaces', summary: 'in all namespaces' };
const files: FlagDeclaration = {
  syntax: '-f, --filename <path>',
  summary: 'a file, a folder, or - for stdin; may be given several times',
  isRepeatable: true,
};
const recursive: FlagDeclaration = { syntax: '-R, --recursive', summary: 'also folders in folders' };
const managers: FlagDeclaration = { syntax: '--show-managed-fields', summary: 'keep managedFields in YAML and JSON' };
const output: FlagDeclaration = {
  syntax: '-o, --output <format>',
  summary: 'wide, yaml, json, name, jsonpath=…, custom-columns=…',
};
const dryRun: FlagDeclaration = {
  syntax: '--dry-run <where>',
  summary: 'try it out: on the server, or without it',
  choices: ['none', 'server', 'client'],
  preset: 'none',
};
const ignoreAbsent: FlagDeclaration = { syntax: '--ignore-not-found', summary: 'what is not there is no failure' };
const resources = { syntax: '[resources...]', summary: 'TYPE, TYPE NAME…, TYPE/NAME…; several types as pods,services' };
const everyday = { group: 'Everyday verbs', usesCluster: true, isLikeKubectl: true } as const;

const get: CommandDeclaration = {
  ...everyday,
  name: 'get',
  summary: 'list objects, or show some of them',
  arguments: [resources],
  flags: [
    output,
    { syntax: '-w, --watch', summary: 'go on with every change, until Ctrl-C' },
    { syntax: '--watch-only', summary: 'only what changes from now on' },
    selector,
    fieldSelector,
    everywhere,
    files,
    recursive,
    { syntax: '-L, --label-columns <labels>', summary: 'labels that get a column', isRepeatable: true },
    { syntax: '--show-labels', summary: 'all labels as the last column' },
    { syntax: '--show-kind', summary: 'the kind before each name' },
    { syntax: '--no-headers', summary: 'no titles above the columns' },
    { syntax: '--sort-by <path>', summary: 'by a field, as .metadata.creationTimestamp' },
    ignoreAbsent,
    managers,
  ],
  examples: [
    'reeve get pods -A -o wide',
    'reeve get deploy,svc -l app=blog -w',
    "reeve get pods -o jsonpath='{.items[*].metadata.name}'",
    'reeve get nodes -o custom-columns=NAME:.metadata.name,CPU:.status.capacity.cpu',
  ],
  load: () => import('./get/get.ts'),
};

const describe: CommandDeclaration = {
  ...everyday,
  name: 'describe',
  summary: 'show everything about objects, and their events',
  arguments: [resources],
  flags: [
    selector,
    everywhere,
    files,
    recursive,
    { syntax: '--show-events <yes>', summary: 'false leaves events out', preset: 'true' },
  ],
  examples: ['reeve describe pod blog-0', 'reeve describe website/blog'],
  load: () => import('./describe/describe.ts'),
};

const setFlags: readonly FlagDeclaration[] = [
  {
    syntax: '--set <name>',
    summary: 'the files are one set of this name: objects are refused that belong to somebody else',
  },
  { syntax: '--prune', summary: 'delete what the set has applied before and is not in the files' },
  {
    syntax: '--adopt <which>',
    summary: 'objects that exist and are not in the set: take them over where nobody has them, or always',
    choices: ['never', 'unowned', 'always'],
    preset: 'never',
  },
];
const timeout: FlagDeclaration = { syntax: '--timeout <time>', summary: 'how long to wait, as 30s or 5m' };

const apply: CommandDeclaration = {
  ...everyday,
  name: 'apply',
  summary: 'bring objects into the state that files describe (server-side apply)',
  flags: [
    files,
    recursive,
    dryRun,
    ...setFlags,
    timeout,
    { syntax: '--force-conflicts', summary: 'take over fields that others manage' },
    { syntax: '--field-manager <name>', summary: 'the name under which fields are managed', preset: 'reeve' },
    { syntax: '--server-side', summary: 'as kubectl has it; always so here' },
    output,
    managers,
  ],
  examples: [
    'reeve apply -f website.yaml',
    'reeve apply -f manifests -R --dry-run server',
    'reeve render op.ts | reeve apply -f -',
    'reeve apply --set monitoring --prune -f manifests',
  ],
  load: () => import('./apply/apply.ts'),
};

const diff: CommandDeclaration = {
  ...everyday,
  name: 'diff',
  summary: 'show what applying files would change, as the server says; ends with 1 when something would',
  flags: [
    files,
    recursive,
    ...setFlags,
    { syntax: '--force-conflicts', summary: 'as if fields of others were taken over' },
    { syntax: '--field-manager <name>', summary: 'the name under which fields are managed', preset: 'reeve' },
  ],
  examples: ['reeve diff -f website.yaml', 'reeve diff --set monitoring --prune -f manifests'],
  load: () => import('./set/diff.ts'),
};

const wait: CommandDeclaration = {
  ...everyday,
  name: 'wait',
  summary: 'wait until objects are ready, gone, or have a condition',
  arguments: [resources],
  flags: [
    files,
    recursive,
    selector,
    everywhere,
    { syntax: '--for <what>', summary: 'ready, delete, or condition=TYPE', preset: 'ready' },
    timeout,
  ],
  examples: ['reeve wait deploy/web', 'reeve wait -f website.yaml --timeout 2m', 'reeve wait pod/web-0 --for delete'],
  load: () => import('./ready/wait.ts'),
};

const status: CommandDeclaration = {
  ...everyday,
  name: 'status',
  summary: 'say whether objects are ready, and why not; ends with 1 when one is not',
  arguments: [resources],
  flags: [files, recursive, selector, everywhere],
  examples: ['reeve status deploy/web', 'reeve status deploy,sts', 'reeve status -f manifests'],
  load: () => import('./ready/status.ts'),
};

const remove: CommandDeclaration = {
  ...everyday,
  name: 'delete',
  summary: 'delete objects, and wait until they are gone',
  arguments: [resources],
  flags: [
    files,
    recursive,
    selector,
    fieldSelector,
    everywhere,
    { syntax: '--all', summary: 'all objects of the type in the namespace' },
    {
      syntax: '--cascade [how]',
      summary: 'background, foreground or orphan',
      preset: 'background',
      bare: 'background',
    },
    { syntax: '--grace-period <seconds>', summary: 'how long an object has to end' },
    { syntax: '--now', summary: 'end within a second' },
    { syntax: '--force', summary: 'do not wait for the node of a pod' },
    { syntax: '--wait [yes]', summary: 'false does not wait', preset: 'true', bare: 'true' },
    { syntax: '--timeout <time>', summary: 'how long to wait; as long as it takes by default' },
    dryRun,
    ignoreAbsent,
    { syntax: '-o, --output <format>', summary: 'name prints only names', choices: ['name'] },
  ],
  examples: ['reeve delete pod blog-0', 'reeve delete -f website.yaml', 'reeve delete pods -l app=blog --wait=false'],
  load: () => import('./delete/delete.ts'),
};

const explain: CommandDeclaration = {
  ...everyday,
  name: 'explain',
  summary: 'show the fields of a kind',
  arguments: [{ syntax: '<type>', summary: 'a type and the way to a field, as deployment.spec.strategy' }],
  flags: [
    { syntax: '--recursive', summary: 'all fields below, too' },
    { syntax: '--api-version <version>', summary: 'another version of the kind, as autoscaling/v1' },
  ],
  examples: ['reeve explain website.spec', 'reeve explain pods --recursive'],
  load: () => import('./explain/explain.ts'),
};

const why: CommandDeclaration = {
  name: 'why',
  group: 'Develop',
  summary: 'show what controllers did about an object, and what made them',
  description: 'Asks the manager that reeve dev or reeve run started in this folder, or the one at --address.',
  arguments: [{ syntax: '[object...]', summary: 'KIND/NAME' }],
  flags: [
    { syntax: '--address <url>', summary: "the manager's debug address" },
    {
      ...debugToken,
      summary: 'the token of the debug server, better as REEVE_DEBUG_TOKEN; that of this folder by default',
    },
    { syntax: '-n, --namespace <name>', summary: 'the namespace of the object', preset: 'default' },
    { syntax: '--last <count>', summary: 'how many runs to show', preset: '10' },
  ],
  examples: ['reeve why website/blog'],
  load: () => import('./why/why.ts'),
};

/** get, describe and their like. */
export const verbCommands: readonly CommandDeclaration[] = [
  get,
  describe,
  apply,
  diff,
  wait,
  status,
  remove,
  explain,
  why,
];
