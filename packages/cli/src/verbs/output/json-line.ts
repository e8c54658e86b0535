/**
 * A value as one line of JSON, keys in order.
 */
import { canonicalJson } from '@reeve/machinery';

export const jsonLine = (value: unknown): string => canonicalJson(value);
