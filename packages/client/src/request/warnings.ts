/**
 * Warnings that came with an answer. Only code 299 counts, the one that API servers use.
 */
import { parseWarnings, type Warning } from '../transport/warning-header.ts';
import type { Headers } from './answer.ts';

/** The warnings in the headers of an answer, in their order. */
export const warningsOf = (headers: Headers): Warning[] => warningsIn(headers['warning']);

/** The warnings in the `Warning` headers of an answer, in their order. */
export const warningsIn = (warning: Headers[string] | undefined): Warning[] =>
  warning === undefined ? [] : parseWarnings(warning).filter(({ code }) => code === 299);
