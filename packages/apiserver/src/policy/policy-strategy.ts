/**
 * How policies are written: their expressions are compiled before they are let in.
 * Upstream: kubernetes pkg/registry/admissionregistration, and the CEL part of pkg/apis/admissionregistration/validation.
 */
import { policyValidation, type PolicyCompiler, type PolicyExpressions } from '@reeve/builtins';
import { applyObjectType, jsonPatchType, listType, types, type Type } from '@reeve/cel';
import type { Strategy } from '@reeve/registry';
import { AdmissionCompiler } from './admission-expression.ts';

/** The strategy of a kind of policy: what every kind has, and these rules. */
export function policyStrategy(plain: Strategy, kind: 'validating' | 'mutating'): Strategy {
  const own = policyValidation(kind, compilerFor(kind));
  return {
    ...plain,
    validate: (object) => [...plain.validate(object), ...own.validate(object)],
    validateUpdate: (object, old) => [...plain.validateUpdate(object, old), ...own.validateUpdate(object, old)],
  };
}

const results: Readonly<Record<Parameters<PolicyExpressions['compile']>[0], readonly Type[]>> = {
  matchCondition: [types.bool],
  validation: [types.bool],
  message: [types.string],
  annotation: [types.string, types.null],
  configuration: [applyObjectType],
  patch: [listType(jsonPatchType)],
};

/** Validating policies without variables have no `variables` when they are checked, and match conditions never have. */
const compilerFor =
  (policyKind: 'validating' | 'mutating'): PolicyCompiler =>
  (spec) => {
    const hasParams = spec['paramKind'] !== undefined;
    const variables = Array.isArray(spec['variables']) ? spec['variables'].length : 0;
    const compiler = new AdmissionCompiler({ withVariables: policyKind === 'mutating' || variables > 0 });
    const plain = new AdmissionCompiler({ withVariables: false });
    return {
      variable: (name, text) => compiler.declare(name, text, { hasParams, hasAuthorizer: true }),
      compile: (kind, text) => {
        const declared = {
          hasParams,
          hasAuthorizer: kind !== 'message',
          hasPatchTypes: kind === 'configuration' || kind === 'patch',
        };
        return (kind === 'matchCondition' ? plain : compiler).compile(text, declared, results[kind]);
      },
    };
  };
