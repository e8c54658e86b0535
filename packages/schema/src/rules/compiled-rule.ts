/**
 * The rules of one node, compiled: `self` and `oldSelf` are values of the node's type. What is wrong with an expression is kept
 * in the words of the server, and beside it with the places that the engine found.
 * Upstream: apiextensions schema/cel Compile.
 */
import type { CompileIssue, Program, Type } from '@reeve/cel';
import { Environment, kubernetesLibraries, optionalType } from '@reeve/cel';
import { findField } from '../path/find-field.ts';
import type { SchemaNode, ValidationRule } from '../structural/schema-node.ts';
import type { RuleType } from './rule-type.ts';
import { celTypeOf, largestRequest } from './rule-type.ts';

/** Why an expression cannot be used. */
export interface RuleProblem {
  /** The server's words. */
  readonly detail: string;
  /** The places in the expression; empty if it is wrong as a whole. */
  readonly issues: readonly CompileIssue[];
}

/** A compiled rule. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  /** Undefined if the rule is empty or does not compile. */
  readonly program: Program | undefined;
  readonly problem: RuleProblem | undefined;
  /** The `messageExpression`, if there is one that compiles. */
  readonly message: Program | undefined;
  readonly messageProblem: RuleProblem | undefined;
  /** Whether the rule compares with the old value, and so is a transition rule. */
  readonly usesOldSelf: boolean;
  /** The path from the node to the field that a failure is about; empty for the node itself. */
  readonly fieldPath: string;
  /** The most that one evaluation costs, by the sizes that the schema declares. */
  readonly cost: number;
  readonly messageCost: number;
}

/** The rules of a node with what all of them share. */
export interface CompiledRules {
  /** The type of `self`. */
  readonly self: Type;
  readonly rules: readonly CompiledRule[];
  /** The most values of the node that fit into a request, which is how often its rules can run without other limits. */
  readonly cardinality: number;
}

/** What objects are called in messages about expressions. */
const selfName = 'selfType';

/** Compiles the rules of a node whose values have a type. */
export function compileRules(node: SchemaNode, type: RuleType): CompiledRules {
  const self = celTypeOf(type, selfName);
  const plain = ruleEnvironment(self, self);
  let optional: Environment | undefined;
  const rules = node.validations.map((rule) =>
    compileRule(
      rule,
      node,
      rule.optionalOldSelf === true ? (optional ??= ruleEnvironment(self, optionalType(self))) : plain,
    ),
  );
  return { self, rules, cardinality: Math.floor(largestRequest / (type.least + 1)) };
}

/** What the expressions of rules may use. */
export const ruleEnvironment = (self: Type, oldSelf: Type): Environment =>
  new Environment({
    libraries: kubernetesLibraries,
    variables: { self, oldSelf },
    homogeneousLiterals: true,
  });

function compileRule(rule: ValidationRule, node: SchemaNode, environment: Environment): CompiledRule {
  const nothing = {
    rule,
    program: undefined,
    problem: undefined,
    message: undefined,
    messageProblem: undefined,
    usesOldSelf: false,
    fieldPath: '',
    cost: 0,
    messageCost: 0,
  };
  if (rule.rule.trim() === '') return nothing;
  const { program, problem } = compileExpression(rule.rule, environment, ruleWords);
  const usesOldSelf = program?.variables.has('oldSelf') ?? false;
  if (program === undefined || problem !== undefined) return { ...nothing, problem, usesOldSelf };
  const compiled = { ...nothing, program, usesOldSelf, cost: program.estimate.max };
  const message = compileMessage(rule, environment);
  if (message.problem !== undefined) return { ...compiled, messageProblem: message.problem };
  return {
    ...compiled,
    message: message.program,
    messageCost: message.program?.estimate.max ?? 0,
    fieldPath: fieldPathOf(rule, node),
  };
}

interface CompiledExpression {
  readonly program: Program | undefined;
  readonly problem: RuleProblem | undefined;
}

function compileMessage({ messageExpression = '' }: ValidationRule, environment: Environment): CompiledExpression {
  if (messageExpression === '') return { program: undefined, problem: undefined };
  return compileExpression(messageExpression, environment, messageWords);
}

/** What an expression must be, and how the server says that it is not. */
interface ExpressionWords {
  readonly result: 'bool' | 'string';
  readonly notCompiled: string;
  readonly otherResult: string;
  readonly noProgram: string;
}

const ruleWords: ExpressionWords = {
  result: 'bool',
  notCompiled: 'compilation failed',
  otherResult: 'cel expression must evaluate to a bool',
  noProgram: 'program instantiation failed',
};

const messageWords: ExpressionWords = {
  result: 'string',
  notCompiled: 'messageExpression compilation failed',
  otherResult: 'messageExpression must evaluate to a string',
  noProgram: 'messageExpression instantiation failed',
};

function compileExpression(text: string, environment: Environment, words: ExpressionWords): CompiledExpression {
  const { program, issues } = environment.compile(text);
  if (program === undefined) {
    const detail = `${words.notCompiled}: ${issues.map((issue) => issue.text).join('\n')}`;
    return { program, problem: { detail, issues } };
  }
  if (program.type.kind !== words.result) return { program, problem: { detail: words.otherResult, issues: [] } };
  const { constantProblem } = program;
  if (constantProblem === undefined) return { program, problem: undefined };
  return { program, problem: { detail: `${words.noProgram}: ${constantProblem}`, issues: [] } };
}

function fieldPathOf({ fieldPath = '' }: ValidationRule, node: SchemaNode): string {
  const found = findField(node, fieldPath);
  return 'problem' in found ? '' : found.path;
}
