/**
 * `reeve cel EXPRESSION`.
 */
import type { CommandDeclaration } from '../command/command.ts';

/** Evaluates expressions, for people who write rules. */
export const celCommand: CommandDeclaration = {
  name: 'cel',
  group: 'Develop',
  summary: 'evaluate and check a CEL expression, as a rule of a definition has it',
  description:
    'Prints the type of an expression, its value, what the evaluation cost, and what it can cost at most. The variables are self and oldSelf, the functions those that\n' +
    'Kubernetes has. With --crd the expression is checked against the schema of a definition, as a server checks a rule at that place, and objects get their defaults first.\n' +
    'Ends with 0 when the expression has a value, 1 when it does not compile or the evaluation fails, 2 on wrong use.',
  arguments: [{ syntax: '[expression]', summary: 'such as "self.min <= self.max"' }],
  flags: [
    { syntax: '--self <file>', summary: 'the object, as YAML or JSON; - for stdin' },
    { syntax: '--old <file>', summary: 'the object before an update: oldSelf' },
    { syntax: '--crd <file>', summary: 'the definition: YAML or JSON, or a program that exports it' },
    { syntax: '--kind <kind>', summary: 'which of several definitions' },
    { syntax: '--api-version <version>', summary: 'which version of it; the stored one by default' },
    { syntax: '--path <path>', summary: 'where self is in the object, as spec.ports[0]' },
    { syntax: '--optional-old-self', summary: 'oldSelf is an optional value, as with optionalOldSelf' },
    { syntax: '-o, --output <format>', summary: 'how to print it', choices: ['json'] },
    { syntax: '--repl', summary: 'read expressions line by line, until Ctrl-D' },
  ],
  examples: [
    'reeve cel "self.spec.replicas <= 10" --self website.yaml',
    'reeve cel "self.all(p, p.port > 1024)" --crd website.ts --path spec.ports --self website.yaml',
    'reeve cel --repl --crd website.ts --self website.yaml',
  ],
  load: () => import('./cel.ts'),
};
