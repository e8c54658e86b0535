/**
 * What a file has for an operator: controllers and definitions, found among its exports whatever they are called. Two copies of a package must not hide them, so they are
 * recognized by what they have.
 */
import type { ControllerDefinition } from '@reeve/runtime';
import type { CustomResourceDefinition } from '@reeve/define';
import type { AnyKind } from '@reeve/machinery';
import { isWebhookDeclaration } from '@reeve/webhook';
import type { WebhookDeclaration } from '@reeve/webhook';
import { CliError } from '../error/cli-error.ts';
import { exitCodes } from '../error/usage-error.ts';

/** A kind that brings its definition. */
export interface Defined {
  readonly kind: string;
  readonly crd: CustomResourceDefinition;
}

/** What a program is made of. */
export interface Program {
  readonly controllers: readonly ControllerDefinition[];
  /** Exported definitions, and those of the kinds that controllers look at; each name once. */
  readonly definitions: readonly Defined[];
  /** What API servers are to call: exported webhooks, and the definitions that have functions. */
  readonly webhooks: readonly WebhookDeclaration[];
}

/** A file has nothing that could be run. */
export class NoControllerError extends CliError {
  constructor(file: string, names: readonly string[]) {
    const found = names.length === 0 ? 'nothing' : names.join(', ');
    super('REEVE_NO_CONTROLLER', `${file} exports no controller and no webhook: it exports ${found}`, {
      next: 'export what defineController({ for: … }) or defineWebhook({ for: … }) gives, by name or as default',
      exitCode: exitCodes.wrongUse,
    });
  }
}

/** The program in the exports of a module: single values, and lists of them. */
export function programOf(exports: Readonly<Record<string, unknown>>, file: string): Program {
  const controllers = controllersOf(exports);
  const definitions = definitionsOf(exports);
  const webhooks = [...new Set([...valuesOf(exports), ...definitions])].filter(isWebhookDeclaration);
  if (controllers.length === 0 && webhooks.length === 0) throw new NoControllerError(file, Object.keys(exports));
  return { controllers, definitions, webhooks };
}

/** The definitions in the exports of a module, and those of the kinds that its controllers look at; each name once. */
export function definitionsOf(exports: Readonly<Record<string, unknown>>): readonly Defined[] {
  const kinds = controllersOf(exports).flatMap(kindsOf);
  const defined = [...valuesOf(exports), ...kinds].filter(isDefined);
  return [...new Map(defined.map((one) => [one.crd.metadata.name, one])).values()];
}

const controllersOf = (exports: Readonly<Record<string, unknown>>): readonly ControllerDefinition[] =>
  [...new Set(valuesOf(exports))].filter(isController);

const valuesOf = (exports: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Object.values(exports).flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : [value]));

/** The kinds that a controller looks at. */
export const kindsOf = ({ for: kind, owns = [], watches = [] }: ControllerDefinition): readonly AnyKind[] => [
  kind,
  ...[...owns, ...watches].map((one) => ('gvk' in one ? one : one.kind)),
];

function isController(value: unknown): value is ControllerDefinition {
  if (!isRecord(value) || typeof value['reconcile'] !== 'function') return false;
  const { for: kind } = value;
  return isRecord(kind) && typeof kind['kind'] === 'string' && 'gvk' in kind;
}

function isDefined(value: unknown): value is Defined {
  if (!isRecord(value) || !isRecord(value['crd'])) return false;
  return value['crd']['kind'] === 'CustomResourceDefinition' && typeof value['kind'] === 'string';
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
