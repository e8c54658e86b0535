/**
 * Random tokens without vowels and without characters that look alike. Upstream: rancher/wrangler pkg/randomtoken.
 */
import { nodeHost, randomSuffix } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';

const tokenLength = 54;

/** 54 random characters, about 256 bits. Randomness is the host's: the operating system's in production, a seed's in a virtual world. */
export const randomToken = ({ random }: Pick<Host, 'random'> = nodeHost()): string => randomSuffix(random, tokenLength);
