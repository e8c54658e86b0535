/**
 * The authorizer that expressions ask. Expressions are evaluated in one go; where an answer has to be waited for, the evaluation is left, and made again when the
 * answer is there. Each question is asked once per request.
 */
import { AuthorizerValue, type AuthorizationAttributes, type AuthorizationDecision } from '@reeve/cel';
import type { UserInfo } from '@reeve/registry';

/** Answers at once, or later. */
export type AskAccess = (attributes: AuthorizationAttributes) => AuthorizationDecision | Promise<AuthorizationDecision>;

/** The answer to a question is still to come. */
class PendingAnswer extends Error {
  readonly answered: Promise<void>;

  constructor(answered: Promise<void>) {
    super('an answer of the authorizer is still to come');
    this.answered = answered;
  }
}

/** The answers of one request. */
export class AskedAuthorizer {
  readonly #ask: AskAccess;
  readonly #answers = new Map<string, AuthorizationDecision>();

  constructor(ask: AskAccess) {
    this.#ask = ask;
  }

  /** The value of the variable `authorizer`. */
  valueFor(user: UserInfo): AuthorizerValue {
    return new AuthorizerValue(user, { authorize: (attributes) => this.#answer(attributes) });
  }

  /** What a function returns that evaluates expressions, which has no effects as it may be called again. */
  complete<T>(evaluate: () => T): T | Promise<T> {
    try {
      return evaluate();
    } catch (error) {
      if (!(error instanceof PendingAnswer)) throw error;
      return error.answered.then(() => this.complete(evaluate));
    }
  }

  #answer(attributes: AuthorizationAttributes): AuthorizationDecision {
    const key = JSON.stringify(attributes);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#ask(attributes);
    if (answer instanceof Promise) throw new PendingAnswer(answer.then((late) => this.#keep(key, late)));
    this.#keep(key, answer);
    return answer;
  }

  #keep(key: string, answer: AuthorizationDecision): void {
    this.#answers.set(key, answer);
  }
}
