/**
 * Conditions that say for which requests a webhook is asked. Upstream: apiserver authorization/cel.
 */
import {
  Environment,
  EvaluationError,
  kubernetesLibraries,
  LimitError,
  listType,
  mapType,
  objectType,
  printType,
  types,
  type Program,
} from '@reeve/cel';
import { InvalidInputError } from '@reeve/machinery';
import type { SelectorRequirement } from './authorizer.ts';

/** The spec of a SubjectAccessReview. */
export interface ReviewSpec {
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly resourceAttributes?: Readonly<
    Record<string, string | { readonly requirements: readonly SelectorRequirement[] }>
  >;
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string };
}

const { string } = types;
const strings = listType(string);
const selectorOf = (name: string) =>
  objectType(`kubernetes.${name}`, {
    rawSelector: string,
    requirements: listType(
      objectType('kubernetes.SelectorRequirement', { key: string, operator: string, values: strings }),
    ),
  });

const requestType = objectType('kubernetes.SubjectAccessReviewSpec', {
  resourceAttributes: objectType('kubernetes.ResourceAttributes', {
    namespace: string,
    verb: string,
    group: string,
    version: string,
    resource: string,
    subresource: string,
    name: string,
    fieldSelector: selectorOf('FieldSelectorAttributes'),
    labelSelector: selectorOf('LabelSelectorAttributes'),
  }),
  nonResourceAttributes: objectType('kubernetes.NonResourceAttributes', { path: string, verb: string }),
  user: string,
  groups: strings,
  extra: mapType(string, strings),
  uid: string,
});

export class MatchConditions {
  readonly #programs: readonly { readonly text: string; readonly program: Program }[];

  /** Compiles the expressions; one that does not compile, or gives no bool, is an `InvalidInputError`. */
  constructor(expressions: readonly string[]) {
    const environment = new Environment({
      libraries: kubernetesLibraries,
      variables: { request: requestType },
      homogeneousLiterals: true,
    });
    this.#programs = expressions.map((text, at) => ({ text, program: compiled(environment, text, at) }));
  }

  /** Whether all conditions are true. One that is false decides, whatever others fail with. */
  judge(spec: ReviewSpec): { readonly matches: boolean } | { readonly error: string } {
    const errors: string[] = [];
    const request = completed(spec);
    for (const { text, program } of this.#programs) {
      try {
        if (program.evaluate({ request }) === false) return { matches: false };
      } catch (error) {
        if (!(error instanceof EvaluationError || error instanceof LimitError)) throw error;
        errors.push(`cel evaluation error: expression '${text}' resulted in error: ${error.message}`);
      }
    }
    const [first] = errors;
    if (first === undefined) return { matches: true };
    return { error: errors.length === 1 ? first : `[${errors.join(', ')}]` };
  }
}

function compiled(environment: Environment, text: string, at: number): Program {
  const field = `matchConditions[${at}].expression`;
  const { program, issues } = environment.compile(text);
  if (program === undefined)
    throw new InvalidInputError(field, `${field}: compilation failed: ${issues.map((each) => each.text).join('\n')}`);
  if (program.type !== types.bool)
    throw new InvalidInputError(field, `${field}: must evaluate to bool but got ${printType(program.type)}`);
  return program;
}

/** The spec as expressions see it: what is about a resource says all of it. */
function completed({ resourceAttributes: resource, nonResourceAttributes: other, ...who }: ReviewSpec): object {
  const attributes = { namespace: '', verb: '', group: '', version: '', resource: '', subresource: '', name: '' };
  return {
    user: '',
    uid: '',
    groups: [],
    extra: {},
    ...who,
    ...(resource && { resourceAttributes: { ...attributes, ...resource } }),
    ...(other && { nonResourceAttributes: { path: '', verb: '', ...other } }),
  };
}
