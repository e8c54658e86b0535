/**
 * One MutatingAdmissionPolicy, compiled, and what its expressions make of an object: apply configurations are merged by the kind's types, JSON patches applied.
 * Upstream: apiserver admission/plugin/policy/mutating compilation.go and patch.
 */
import { isJsonObject, ReeveError } from '@reeve/machinery';
import {
  applyObjectType,
  jsonPatchType,
  listType,
  ListValue,
  ObjectValue,
  toJson,
  types,
  type Type,
  type Value,
} from '@reeve/cel';
import type { ApiObject, Fields } from '@reeve/registry';
import { applyOperation, PatchProblem } from '../admission/go-json-patch.ts';
import type { ValueSchema } from '../managed-fields/value-schema.ts';
import { AdmissionCompiler, type AdmissionExpression } from './admission-expression.ts';
import { mergeConfiguration } from './apply-configuration.ts';
import { Evaluator, OutOfBudget, type BindingsMaker, type PolicyVariables } from './evaluation.ts';
import { judgeConditions, type ConditionVerdict } from './match-conditions.ts';
import type { MutatingPolicySpec, Mutation } from './policy-form.ts';
import { typeNameProblem } from './written-objects.ts';

/** A mutation failed; the message is told to who made the request. */
export class MutationError extends Error {}

/** One mutation: gives the object with it, not yet decoded. */
export interface CompiledMutation {
  /** Whether what it makes is read as strictly as the body of a request, and a failure to do so counts as the server's. */
  readonly isStrict: boolean;
  /** Throws `MutationError`. */
  mutate(object: ApiObject, schema: ValueSchema, bindings: BindingsMaker): unknown;
}

/** A compiled policy. */
export class MutatingPolicy {
  readonly mutations: readonly CompiledMutation[];
  readonly #variables: PolicyVariables;
  readonly #conditions: readonly AdmissionExpression[];

  constructor({ variables = [], matchConditions = [], mutations = [], paramKind }: MutatingPolicySpec) {
    const compiler = new AdmissionCompiler({ withVariables: true });
    const declared = { hasParams: paramKind !== undefined, hasAuthorizer: true };
    const named = new Map(
      variables.map(({ name, expression }) => [name, compiler.declare(name, expression, declared)] as const),
    );
    this.#variables = named;
    this.#conditions = matchConditions.map(({ expression }) => compiler.compile(expression, declared, [types.bool]));
    this.mutations = mutations.map((mutation) => {
      const { text, result, apply } = kindOf(mutation);
      const expression = compiler.compile(text, { ...declared, hasPatchTypes: true }, [result]);
      return {
        isStrict: mutation.patchType === 'JSONPatch',
        mutate: (object, schema, bindings) => apply(object, valueOf(expression, bindings, named), schema),
      };
    });
  }

  /** Whether the policy looks at a request at all. */
  judge(bindings: BindingsMaker): ConditionVerdict {
    try {
      return judgeConditions(this.#conditions, bindings, this.#variables);
    } catch (error) {
      if (error instanceof OutOfBudget) return { problem: error.message };
      throw error;
    }
  }
}

interface MutationKind {
  readonly text: string;
  readonly result: Type;
  apply(object: ApiObject, value: Value, schema: ValueSchema): unknown;
}

function kindOf({ patchType, applyConfiguration, jsonPatch }: Mutation): MutationKind {
  return patchType === 'JSONPatch'
    ? { text: jsonPatch?.expression ?? '', result: listType(jsonPatchType), apply: applyPatch }
    : { text: applyConfiguration?.expression ?? '', result: applyObjectType, apply: applyConfig };
}

function valueOf(expression: AdmissionExpression, bindings: BindingsMaker, variables: PolicyVariables): Value {
  if (expression.problem !== undefined) throw new MutationError(expression.problem);
  try {
    const { value, problem } = new Evaluator(bindings, variables).evaluate(expression);
    if (problem !== undefined) throw new MutationError(problem);
    return value;
  } catch (error) {
    if (error instanceof OutOfBudget) throw new MutationError(error.message);
    throw error;
  }
}

function applyConfig(object: ApiObject, value: Value, schema: ValueSchema): unknown {
  const mismatch = typeNameProblem(value);
  if (mismatch !== undefined) throw new MutationError(`type mismatch: ${mismatch}`);
  const { apiVersion, kind } = object;
  const config = { ...(jsonOf(value) as object), apiVersion, kind };
  const { merged, problem } = mergeConfiguration(schema, object, config);
  if (problem !== undefined) throw new MutationError(`error applying patch: ${problem}`);
  return merged;
}

function applyPatch(object: ApiObject, value: Value): unknown {
  const operations = value instanceof ListValue ? [...value].map(operationOf) : [];
  try {
    return operations.reduce<unknown>((document, operation) => applyOperation(document, operation), object);
  } catch (error) {
    if (!(error instanceof PatchProblem)) throw error;
    if (error.isTest) return object; // a test that fails leaves everything as it is
    throw new MutationError(`JSON Patch: ${error.message}`);
  }
}

function operationOf(value: Value): Fields {
  if (!(value instanceof ObjectValue)) return {};
  const written = value.get('value');
  const mismatch = written === undefined ? undefined : typeNameProblem(written);
  if (mismatch !== undefined) throw new MutationError(`type mismatch: ${mismatch}`);
  const { from, ...operation } = jsonOf(value) as { readonly from?: string };
  return { op: '', path: '', ...operation, ...(from && { from }) };
}

function jsonOf(value: Value): unknown {
  try {
    const json = toJson(value);
    return isJsonObject(json) ? json : {};
  } catch (error) {
    if (error instanceof ReeveError) throw new MutationError(error.message);
    throw error;
  }
}
