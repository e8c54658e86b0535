/**
 * Reads a request that came whole in one piece and says nothing unusual: a plain method, HTTP/1.1, every header once, a body of a told length. Anything else
 * is undefined, and somebody else's to judge: what is read here means the same to every reader of HTTP.
 */

export interface WholeRequest {
  readonly method: string;
  /** Path and query as on the request line. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Longer heads are left to others. */
const maxHead = 8192;
const endOfHead = '\r\n\r\n';
const requestLine = /^(GET|POST|PUT|PATCH|DELETE) (\/[!-~]*) HTTP\/1\.1$/;
const headerLine = /^([A-Za-z][A-Za-z0-9-]*): *((?:[!-~](?:[ -~]*[!-~])?)?)$/;
/** Headers that change how a message is read, or what becomes of its connection. */
const special = new Set([
  'expect',
  'http2-settings',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function wholeRequest(piece: Buffer): WholeRequest | undefined {
  const text = piece.toString('latin1', 0, maxHead);
  const end = text.indexOf(endOfHead);
  if (end === -1) return undefined;
  const lines = text.slice(0, end).split('\r\n');
  const [, method, target] = requestLine.exec(lines[0] ?? '') ?? [];
  const headers = method === undefined ? undefined : headersIn(lines);
  if (method === undefined || target === undefined || headers === undefined) return undefined;
  const start = end + endOfHead.length;
  if (piece.length - start !== lengthOf(headers)) return undefined;
  return { method, target, headers, body: piece.subarray(start) };
}

/** The headers, or undefined where one is unusual. */
function headersIn(lines: readonly string[]): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (let at = 1; at < lines.length; at += 1) {
    const [, given, value] = headerLine.exec(lines[at] ?? '') ?? [];
    if (given === undefined || value === undefined) return undefined;
    const name = given.toLowerCase();
    if (special.has(name) || Object.hasOwn(headers, name)) return undefined;
    headers[name] = value;
  }
  const { host, connection = 'keep-alive' } = headers;
  return host === undefined || connection.toLowerCase() !== 'keep-alive' ? undefined : headers;
}

/** How long the body is; NaN where that is not told in plain digits. */
function lengthOf({ 'content-length': length = '0' }: Readonly<Record<string, string>>): number {
  return /^[0-9]{1,7}$/.test(length) ? Number(length) : Number.NaN;
}
