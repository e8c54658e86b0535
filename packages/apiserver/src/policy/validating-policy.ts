/**
 * One ValidatingAdmissionPolicy, compiled: what it decides about a request, expression by expression.
 * Upstream: apiserver admission/plugin/policy/validating validator.go.
 */
import { types, type Value } from '@reeve/cel';
import { AdmissionCompiler, type AdmissionExpression } from './admission-expression.ts';
import { Evaluator, OutOfBudget, policyBudget, type BindingsMaker, type PolicyVariables } from './evaluation.ts';
import { judgeConditions } from './match-conditions.ts';
import { ignoresFailures, type Validation, type ValidatingPolicySpec } from './policy-form.ts';

/** What one validation comes to. `index` is that of the validation. */
export interface PolicyDecision {
  readonly index: number;
  readonly isDenied: boolean;
  readonly message: string;
  /** The reason of the refusal; empty after a failure, which counts as Invalid. */
  readonly reason: string;
}

/** What one audit annotation comes to. */
export type AnnotationDecision =
  | { readonly type: 'publish'; readonly key: string; readonly value: string }
  | { readonly type: 'error'; readonly message: string };

/** What a policy says of a request with one parameter object. */
export interface PolicyVerdict {
  readonly decisions: readonly PolicyDecision[];
  readonly annotations: readonly AnnotationDecision[];
}

/** What expressions see, once with the authorizer and once without it. */
export interface PolicyInput {
  readonly bindings: BindingsMaker;
  /** For messages and their variables. */
  readonly withoutAuthorizer: BindingsMaker;
}

const nothing: PolicyVerdict = { decisions: [], annotations: [] };
const longestMessage = 5 * 1024;

/** A compiled policy. */
export class ValidatingPolicy {
  readonly #variables: PolicyVariables;
  readonly #conditions: readonly AdmissionExpression[];
  readonly #validations: readonly (Validation & { readonly test: AdmissionExpression })[];
  readonly #messages: readonly (AdmissionExpression | undefined)[];
  readonly #hasMessages: boolean;
  readonly #annotations: readonly { readonly key: string; readonly value: AdmissionExpression }[];
  readonly #ignoresFailures: boolean;

  constructor(spec: ValidatingPolicySpec) {
    const { variables = [], matchConditions = [], validations = [], auditAnnotations = [] } = spec;
    const compiler = new AdmissionCompiler({ withVariables: true });
    const declared = { hasParams: spec.paramKind !== undefined, hasAuthorizer: true };
    const { bool, string } = types;
    this.#ignoresFailures = ignoresFailures(spec);
    this.#variables = new Map(
      variables.map(({ name, expression }) => [name, compiler.declare(name, expression, declared)]),
    );
    this.#conditions = matchConditions.map(({ expression }) => compiler.compile(expression, declared, [bool]));
    this.#validations = validations.map((validation) => ({
      ...validation,
      test: compiler.compile(validation.expression, declared, [bool]),
    }));
    this.#messages = validations.map(({ messageExpression = '' }) =>
      messageExpression === ''
        ? undefined
        : compiler.compile(messageExpression, { ...declared, hasAuthorizer: false }, [string]),
    );
    this.#hasMessages = this.#messages.some((message) => message !== undefined);
    this.#annotations = auditAnnotations.map(({ key, valueExpression }) => ({
      key,
      value: compiler.compile(valueExpression, declared, [string, types.null]),
    }));
  }

  /** What the policy says of a request. */
  judge(input: PolicyInput): PolicyVerdict {
    try {
      const verdict = judgeConditions(this.#conditions, input.bindings, this.#variables);
      if ('problem' in verdict) return this.#ignoresFailures ? nothing : this.#failed(verdict.problem);
      return verdict.matches ? this.#judgeMatched(input) : nothing;
    } catch (error) {
      if (error instanceof OutOfBudget) return this.#failed(error.message);
      throw error;
    }
  }

  #judgeMatched(input: PolicyInput): PolicyVerdict {
    const evaluator = new Evaluator(input.bindings, this.#variables);
    const results = this.#validations.map(({ test }) => evaluator.evaluate(test));
    const messages = this.#evaluateMessages(input, evaluator.left);
    const decisions = results.map(({ value, problem }, index): PolicyDecision => {
      if (problem !== undefined) return this.#decisionOfFailure(problem, index);
      if (messages instanceof OutOfBudget)
        return this.#decisionOfFailure(`failed messageExpression: ${messages.message}`, index);
      if (value === true) return { index, isDenied: false, message: '', reason: '' };
      const validation = this.#validations[index] as Validation; // as many results as validations
      const message = messageOf(validation, messages[index]);
      return { index, isDenied: true, message, reason: validation.reason ?? 'Invalid' };
    });
    return { decisions, annotations: this.#annotate(input) };
  }

  /** The messages of all validations, as each costs of the budget, whether it is needed or not. */
  #evaluateMessages(input: PolicyInput, budget: number): readonly (Value | undefined)[] | OutOfBudget {
    if (!this.#hasMessages) return [];
    const evaluator = new Evaluator(input.withoutAuthorizer, this.#variables, budget);
    try {
      return this.#messages.map((message) => message && evaluator.evaluate(message).value);
    } catch (error) {
      if (error instanceof OutOfBudget) return error;
      throw error;
    }
  }

  #annotate(input: PolicyInput): readonly AnnotationDecision[] {
    if (this.#annotations.length === 0) return [];
    const evaluator = new Evaluator(input.bindings, this.#variables, policyBudget);
    const evaluations = this.#annotations.map(({ key, value }) => ({ key, ...evaluator.evaluate(value) }));
    return evaluations.flatMap(({ key, value, problem }): readonly AnnotationDecision[] => {
      if (problem !== undefined) return this.#ignoresFailures ? [] : [{ type: 'error', message: problem }];
      const text = typeof value === 'string' ? value.trim() : '';
      return text === '' ? [] : [{ type: 'publish', key, value: text }];
    });
  }

  #failed(problem: string): PolicyVerdict {
    return { decisions: [this.#decisionOfFailure(problem, 0)], annotations: [] };
  }

  #decisionOfFailure(message: string, index: number): PolicyDecision {
    return { index, isDenied: !this.#ignoresFailures, message, reason: '' };
  }
}

/** The message of a refusal: what the message's expression makes, else the message, else the expression itself. */
function messageOf({ message = '', expression }: Validation, made: Value | undefined): string {
  const text = typeof made === 'string' ? made.trim() : '';
  const isUsable = text !== '' && Buffer.byteLength(text) <= longestMessage && !text.includes('\n');
  if (isUsable) return text;
  return message === '' || message.trim() === '' ? `failed expression: ${expression.trim()}` : message.trim();
}
