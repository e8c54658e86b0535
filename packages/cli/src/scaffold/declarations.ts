/**
 * The commands that write files of a project.
 */
import type { CommandDeclaration, FlagDeclaration } from '../command/command.ts';

/** The flags of commands that write files. */
export const writing: readonly FlagDeclaration[] = [
  { syntax: '--dry-run', summary: 'write nothing, and say what would be written' },
  { syntax: '--force', summary: 'overwrite files that are in the way' },
];

const common: readonly FlagDeclaration[] = [
  ...writing,
  { syntax: '-y, --yes', summary: 'ask nothing: what is not said is as by default' },
  { syntax: '-o, --output <format>', summary: 'how to print what was done', choices: ['json'] },
];

const group = 'Start';
const kind: FlagDeclaration = {
  syntax: '--kind <kind>',
  summary: 'the kind: one word that begins with an upper case letter',
};
const noTest: FlagDeclaration = { syntax: '--no-test', summary: 'make no test' };

/** Makes a project. */
export const initCommand: CommandDeclaration = {
  name: 'init',
  group,
  summary: 'make a project here, or add what is missing to one',
  description:
    'Writes package.json, tsconfig.json, reeve.json and .gitignore. In a folder that has some of them it adds what is missing and overwrites nothing.\n' +
    'It runs no package manager and needs no network.',
  arguments: [{ syntax: '[folder]', summary: 'where; the current folder by default' }],
  flags: [
    { syntax: '--name <name>', summary: 'the name of the operator; that of the folder by default' },
    { syntax: '--domain <domain>', summary: 'what API groups are named under; example.com by default' },
    {
      syntax: '--plugins <list>',
      summary: 'plugins to use, with commas between: packages, ./folders, or NAME/VERSION of executables',
    },
    { syntax: '--from <file>', summary: 'take name, domain and resources from the PROJECT file of kubebuilder' },
    ...common,
  ],
  examples: [
    'reeve init',
    'reeve init shop-operator --domain shop.example.com --yes',
    'reeve init --from ../old/PROJECT',
  ],
  takesOtherFlags: true,
  load: () => import('./init.ts'),
};

const createApi: CommandDeclaration = {
  name: 'api',
  group,
  summary: 'a resource with its controller and a test',
  flags: [
    {
      syntax: '--group <group>',
      summary: 'the API group; the domain of the project by default, and below it when it has no dot',
    },
    { syntax: '--version <version>', summary: 'its version; v1alpha1 by default' },
    kind,
    { syntax: '--plural <name>', summary: 'the name in URLs; the English plural by default' },
    { syntax: '--scope <scope>', summary: 'where objects live', choices: ['Namespaced', 'Cluster'] },
    { syntax: '--no-controller', summary: 'the definition alone' },
    noTest,
    ...common,
  ],
  examples: [
    'reeve create api --kind Shop',
    'reeve create api --group web --version v1 --kind Website --scope Cluster',
  ],
  takesOtherFlags: true,
  load: () => import('./create.ts'),
};

const createController: CommandDeclaration = {
  name: 'controller',
  group,
  summary: 'a controller for a kind that is there: a built-in one, or one of a definition file',
  flags: [
    { syntax: '--for <kind>', summary: 'a built-in kind, as apps/v1/Deployment or v1/Pod' },
    { syntax: '--crd <file>', summary: 'a file with a CustomResourceDefinition, YAML or JSON' },
    { syntax: '--name <name>', summary: 'the name of its file; KIND-controller by default' },
    noTest,
    ...common,
  ],
  examples: ['reeve create controller --for apps/v1/Deployment', 'reeve create controller --crd certificates.yaml'],
  load: () => import('./create.ts'),
};

const createWebhook: CommandDeclaration = {
  name: 'webhook',
  group,
  summary: 'a webhook that fills in or refuses, for a kind of the project or another',
  description:
    'What is said of a kind of the project alone may stand in its definition as well, as default and validate.',
  flags: [
    kind,
    { syntax: '--for <kind>', summary: 'a built-in kind, as apps/v1/Deployment or v1/Pod' },
    { syntax: '--defaulting', summary: 'fill in what people leave out, in KIND.defaulting.ts' },
    { syntax: '--validation', summary: 'refuse what a schema cannot say, in KIND.validation.ts' },
    noTest,
    ...common,
  ],
  examples: [
    'reeve create webhook --kind Shop --defaulting --validation',
    'reeve create webhook --for apps/v1/Deployment --validation',
  ],
  load: () => import('./create.ts'),
};

const named: FlagDeclaration = { syntax: '--name <name>', summary: 'what it is called: part of the name of its file' };

const createTest: CommandDeclaration = {
  name: 'test',
  group,
  summary: 'one more test of a resource',
  flags: [kind, named, ...common],
  examples: ['reeve create test --kind Shop --name refused'],
  load: () => import('./create.ts'),
};

const createSimulation: CommandDeclaration = {
  name: 'simulation',
  group,
  summary: 'a test of a controller through storms: crashes, lost answers, late watches',
  flags: [kind, named, ...common],
  examples: ['reeve create simulation --kind Shop'],
  load: () => import('./create.ts'),
};

const createPlugin: CommandDeclaration = {
  name: 'plugin',
  group,
  summary: 'a plugin of the project in plugins/NAME, with a test',
  arguments: [{ syntax: '<name>', summary: 'what it is called' }],
  flags: common,
  examples: ['reeve create plugin dashboards'],
  load: () => import('./create.ts'),
};

/** Makes parts of a project. */
export const createCommand: CommandDeclaration = {
  name: 'create',
  group,
  summary: 'make parts of a project: api, controller, webhook, test, simulation, plugin',
  description:
    'Creates files and edits data files (package.json, reeve.json), never source code. Nothing is written before everything was generated.',
  commands: [createApi, createController, createWebhook, createTest, createSimulation, createPlugin],
};

/** Changes what a project says of itself. */
export const editCommand: CommandDeclaration = {
  name: 'edit',
  group,
  summary: 'change reeve.json: domain, plugins and their options; and run what plugins make of it',
  flags: [
    { syntax: '--domain <domain>', summary: 'what new API groups are named under' },
    {
      syntax: '--add-plugin <plugin>',
      summary: 'use a plugin: a package, a ./folder, or NAME/VERSION of an executable',
      isRepeatable: true,
    },
    { syntax: '--remove-plugin <plugin>', summary: 'use it no longer', isRepeatable: true },
    { syntax: '--set <option>', summary: 'set an option of a plugin: PLUGIN.OPTION=JSON', isRepeatable: true },
    ...common,
  ],
  examples: ['reeve edit --add-plugin reeve-plugin-grafana', 'reeve edit --set reeve-plugin-grafana.folder=dashboards'],
  takesOtherFlags: true,
  load: () => import('./edit.ts'),
};

/** Generates again. */
const updateCommand: CommandDeclaration = {
  name: 'update',
  group,
  summary: 'generate files again with this version of reeve, and merge them with what was made of them',
  description:
    'Runs the generators of the record in reeve.json again. A file that nobody changed is replaced; in others, what was generated before, what is there and what is generated now are\n' +
    'merged. Where both changed the same lines both stay, between marks, and the command ends with 1. A file that was removed stays away.',
  flags: common.filter(({ syntax }) => !syntax.startsWith('--force')),
  examples: ['npm install reeve@latest && npx reeve update --dry-run', 'reeve update'],
  load: () => import('./update.ts'),
};

/** Is an executable of kubebuilder. */
const externalPluginCommand: CommandDeclaration = {
  name: 'external-plugin',
  group,
  summary: "answer a request of kubebuilder's on stdin: reeve as its external plugin",
  description:
    'Reads one request from stdin and prints one answer: init makes the files of a reeve project beside those of kubebuilder, create api a resource with controller and test.\n' +
    'With --install it writes the executable that kubebuilder looks for; then: kubebuilder init --plugins go/v4,reeve/v1',
  flags: [{ syntax: '--install', summary: "write the executable into kubebuilder's folder for plugins" }],
  examples: ['reeve external-plugin --install'],
  load: () => import('./external-plugin.ts'),
};

/** All of them, in the order of the help. */
export const scaffoldCommands: readonly CommandDeclaration[] = [
  initCommand,
  createCommand,
  editCommand,
  updateCommand,
  externalPluginCommand,
];
