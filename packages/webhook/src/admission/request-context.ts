/**
 * The context of one request: who asks and for what, the problems and warnings that a function tells, and the answer that comes of them.
 */
import { apiFailureIn, ReeveError } from '@reeve/machinery';
import type { AdmissionContext, AdmissionRequest, JsonPatchOperation, Logger, Status } from '@reeve/machinery';
import { allowed, patched, refused } from './admission-answer.ts';
import type { AdmissionAnswer, AdmissionHandlerContext } from './admission-answer.ts';
import { CollectedProblems } from './field-problems.ts';

/** A request is refused by `ctx.deny`. */
class DeniedError extends ReeveError {
  readonly status: Status;

  constructor(message: string, code: number, reason: string) {
    super('REEVE_DENIED', message);
    this.status = { status: 'Failure', message, reason, code };
  }
}

/** The context of one request. */
export class RequestContext extends CollectedProblems implements AdmissionContext {
  readonly request: AdmissionRequest;
  readonly #warnings: string[] = [];
  #audit: Record<string, string> | undefined;

  readonly #context: AdmissionHandlerContext;

  constructor(request: AdmissionRequest, context: AdmissionHandlerContext) {
    super();
    this.request = request;
    this.#context = context;
  }

  get log(): Logger {
    return this.#context.log;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }

  get operation() {
    return this.request.operation;
  }

  get user() {
    return this.request.userInfo;
  }

  get dryRun(): boolean {
    return this.request.dryRun === true;
  }

  get namespace(): string {
    return this.request.namespace ?? '';
  }

  get name(): string {
    return this.request.name ?? '';
  }

  get subresource(): string {
    return this.request.subResource ?? '';
  }

  warn(message: string): void {
    this.#warnings.push(message);
  }

  audit(key: string, value: string): void {
    (this.#audit ??= {})[key] = value;
  }

  deny(message: string, { code = 403, reason }: { readonly code?: number; readonly reason?: string } = {}): never {
    throw new DeniedError(message, code, reason ?? (code === 403 ? 'Forbidden' : ''));
  }

  /** Runs a function and answers with what came of it. Bugs are thrown on. */
  async judge(
    run: () => void | Promise<void>,
    patchOf?: () => readonly JsonPatchOperation[],
  ): Promise<AdmissionAnswer> {
    try {
      await run();
    } catch (error) {
      return this.#withNotes(refused(this.#refusalFor(error)));
    }
    if (this.any) return this.#withNotes(refused(this.refusal(this.request.kind, this.name)));
    return this.#withNotes(patchOf === undefined ? allowed() : patched(patchOf()));
  }

  /** Refusals of servers keep their code, other errors are a 403 with their text. What is a bug is no refusal. */
  #refusalFor(error: unknown): Status {
    if (error instanceof DeniedError) return error.status;
    const failure = apiFailureIn(error);
    if (failure !== undefined) return structuredClone(failure.status) as Status;
    if (isBug(error) || this.signal.aborted) throw error;
    return { status: 'Failure', message: (error as Error).message, reason: 'Forbidden', code: 403 };
  }

  #withNotes(answer: AdmissionAnswer): AdmissionAnswer {
    return {
      ...answer,
      ...(this.#warnings.length > 0 && { warnings: this.#warnings }),
      ...(this.#audit !== undefined && { auditAnnotations: this.#audit }),
    };
  }
}

/** What JavaScript itself throws, and what is no error at all: nobody meant to refuse anything. */
const isBug = (error: unknown): boolean =>
  !(error instanceof Error) ||
  error instanceof TypeError ||
  error instanceof ReferenceError ||
  error instanceof RangeError ||
  error instanceof SyntaxError;
