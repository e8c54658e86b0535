/**
 * The token that goes on with a list: which revision it was of and which key comes next. Opaque to clients.
 */
import { isJsonObject, parseJson } from '@reeve/machinery';
import { badRequest, goJsonError, type StatusError } from '@reeve/registry';

export interface ContinueToken {
  /** A negative one goes on with whatever is current: -1 is what is offered when the revision has expired. */
  readonly revision: number;
  readonly start: string;
}

export function encodeContinue({ revision, start }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: version, rv: revision, start })).toString('base64url');
}

export function decodeContinue(token: string): ContinueToken {
  if (!/^[A-Za-z0-9_-]*$/.test(token)) throw refused('illegal base64 data at input byte 0');
  const text = Buffer.from(token, 'base64url').toString('utf8');
  const problem = goJsonError(Buffer.from(token, 'base64url').toString('latin1'));
  if (problem !== undefined) throw refused(problem);
  const value = parseJson(text);
  const { v = '', rv = 0, start = '' } = isJsonObject(value) ? value : {};
  if (typeof v !== 'string') throw wrongType('v', v, 'string');
  if (typeof rv !== 'number' || !Number.isSafeInteger(rv)) throw wrongType('rv', rv, 'int64');
  if (typeof start !== 'string') throw wrongType('start', start, 'string');
  if (v !== version) throw refused(`server does not recognize this encoded version ${v}`);
  if (rv === 0) throw refused(`incorrect encoded start resourceVersion (version ${version})`);
  if (start === '') throw refused(`empty start key (version ${version})`);
  return { revision: rv, start };
}

const version = 'meta.k8s.io/v1';

const refused = (problem: string): StatusError =>
  badRequest(`invalid continue token: continue key is not valid: ${problem}`);

const wrongType = (field: string, value: unknown, type: string): StatusError =>
  refused(
    `json: cannot unmarshal ${typeof value === 'number' ? `number ${value}` : typeof value} into Go struct field continueToken.${field} of type ${type}`,
  );
