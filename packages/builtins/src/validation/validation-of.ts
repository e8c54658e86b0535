/**
 * The validation of built-in objects, brought in with the first write: a server that is only read never loads the rules.
 */
import type { ApiObject, FieldError, Strategy } from '@reeve/registry';
import type { PolicyCompiler } from './policies.ts';
import type * as ruleModule from './rules.ts';

type Rules = typeof ruleModule;

let rules: Rules | undefined;

/** Brings in the rules; whoever validates has waited for it. There is nothing to wait for when they are there. */
export const loadRules = (): Promise<void> | undefined => (rules === undefined ? bringIn() : undefined);

async function bringIn(): Promise<void> {
  rules = await import('./rules.ts');
}

/** The validation of a resource's objects, given as `plural` or `group/plural`. */
export function validationOf(
  resource: string,
): Pick<Strategy, 'load' | 'validate' | 'validateUpdate' | 'validateStatusUpdate'> {
  let own: ReturnType<Rules['rulesOf']> | undefined;
  const ownRules = (): ReturnType<Rules['rulesOf']> => (own ??= loaded().rulesOf(resource));
  return {
    load: loadRules,
    validate: (object) => ownRules().validate(object),
    validateUpdate: (object, old) => ownRules().validateUpdate(object, old),
    validateStatusUpdate: (object, old) => ownRules().validateStatusUpdate(object, old),
  };
}

/** The validation of changes through a subresource. */
export const subresourceValidation =
  (subresource: keyof Rules['subresourceRules']): Strategy['validateUpdate'] =>
  (object, old) =>
    loaded().subresourceRules[subresource](object, old);

/** The validation of policies, with the compiler of their expressions. */
export function policyValidation(
  kind: keyof Rules['policyRules'],
  compiler: PolicyCompiler,
): Pick<Strategy, 'validate' | 'validateUpdate'> {
  const problems = (object: ApiObject, old?: ApiObject): readonly FieldError[] =>
    loaded().policyRules[kind](compiler)(object, old);
  return { validate: problems, validateUpdate: problems };
}

function loaded(): Rules {
  if (rules === undefined) throw new Error('rules are needed before they are loaded: wait for `load` of the strategy');
  return rules;
}
