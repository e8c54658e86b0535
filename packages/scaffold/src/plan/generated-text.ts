/**
 * What is kept of a generated file: its hash, to see whether somebody changed it, and its text, to merge a later one with what they made of it.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

/** The hash of a text, as it is recorded. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A text for the record. */
export const packed = (text: string): string => deflateRawSync(text, { level: 9 }).toString('base64');
