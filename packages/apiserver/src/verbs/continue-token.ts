/**
 * The token that goes on with a list: which revision it was of and which key comes next. Opaque to clients.
 */
import { InvalidInputError, isJsonObject, parseJson } from '@reeve/machinery';
import { badRequest } from '../error/status-error.ts';

export interface ContinueToken {
  /** -1 goes on with whatever is current: what is offered when the revision has expired. */
  readonly revision: number;
  readonly start: string;
}

export function encodeContinue({ revision, start }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start })).toString('base64url');
}

export function decodeContinue(token: string): ContinueToken {
  try {
    const value = parseJson(Buffer.from(token, 'base64url').toString('utf8'));
    if (
      isJsonObject(value) &&
      value['v'] === 'meta.k8s.io/v1' &&
      typeof value['rv'] === 'number' &&
      typeof value['start'] === 'string' &&
      value['start'] !== ''
    ) {
      return { revision: value['rv'], start: value['start'] };
    }
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
  }
  throw badRequest('invalid continue token: continue key is not valid: illegal base64 data at input byte 0');
}
