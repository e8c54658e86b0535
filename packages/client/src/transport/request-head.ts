/**
 * The head of a request as text. What cannot be written without changing its meaning is refused: a line break within a header would begin another header,
 * or another request.
 */
import { InvalidInputError } from '@reeve/machinery';
import type { WireRequest } from './line.ts';

/** Makes the text up to and with the empty line. `authority` is the server's host and port. Throws `InvalidInputError`. */
export const requestHead = ({ method, path, headers, body }: WireRequest, authority: string): string => {
  if (!isToken.test(method)) throw refused(method, 'the method is no word');
  if (!path.startsWith('/') || notInPath.test(path)) throw refused(path, 'the path has to be encoded');
  let text = `${method} ${path} HTTP/1.1\r\nhost: ${authority}\r\n`;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name, value] = [headers[at] as string, headers[at + 1] as string];
    if (!isToken.test(name)) throw refused(name, 'the name of a header is no word');
    if (notInValue.test(value)) throw refused(name, 'the value of the header has characters that cannot be sent');
    if (isOurs.test(name))
      throw refused(name, 'this header says how the request is sent, which is not the caller’s to say');
    text += `${name}: ${value}\r\n`;
  }
  if (body !== undefined) text += `content-length: ${body.length}\r\n`;
  else if (method !== 'GET' && method !== 'HEAD') text += 'content-length: 0\r\n';
  return `${text}\r\n`;
};

const isToken = /^[\w!#$%&'*+.^`|~-]+$/;
const isOurs = /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer)$/i;
const notInPath = /[^\x21-\x7e]/;
const notInValue = /[^\t\x20-\x7e\x80-\xff]/;

const refused = (what: string, why: string): InvalidInputError =>
  new InvalidInputError(what, `the request cannot be sent: ${why}`);
