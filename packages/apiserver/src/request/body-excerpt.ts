/**
 * How refusals of a body quote it: the beginning of what looks like JSON as it is, anything else in hexadecimal.
 */

const most = 30;

export function bodyExcerpt(body: Uint8Array): string {
  if (body.length === 0) return '<empty>';
  const start = Buffer.from(body.subarray(0, most));
  const text = start[0] === 0x7b ? start.toString('utf8') : start.toString('hex');
  return body.length > most ? `${text} ...` : text;
}
