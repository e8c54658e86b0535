/**
 * Reads `Warning` headers, in which servers speak of deprecated versions, unknown fields and the like next to an answer that is otherwise fine.
 * Upstream: apimachinery util/net ParseWarningHeaders.
 */
import { redact } from '@reeve/machinery';

/** One warning of a server. */
export interface Warning {
  /** 299 for those of API servers. */
  readonly code: number;
  readonly agent: string;
  readonly text: string;
}

/** The warnings in headers. What cannot be read is left out, with what follows it in the same header. */
export const parseWarnings = (headers: string | readonly string[] | undefined): Warning[] => {
  if (headers === undefined) return [];
  return (typeof headers === 'string' ? [headers] : headers).flatMap((header) => [...warningsIn(header)]);
};

/** A code, an agent, a quoted text with escapes, and perhaps a quoted date; then a comma or the end. */
const pattern = /\s*(\d{3}) ([^\s"]+) "((?:[^"\\]|\\.)*)"(?: "[^"]*")?\s*(?:,|$)/y;

function* warningsIn(header: string): Generator<Warning, void, void> {
  const warning = new RegExp(pattern); // a place of its own in the text
  while (warning.lastIndex < header.length) {
    const match = warning.exec(header);
    if (match === null) return;
    const [, code = '', agent = '', text = ''] = match;
    yield { code: Number(code), agent, text: redact(text.replaceAll(/\\(.)/g, '$1')) };
  }
}
