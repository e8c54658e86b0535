// Reads the flags of these commands, and ends with exit code 2 and the list of flags when one is unknown.

import { parseArgs } from 'node:util';
import { messageOf } from './caught.mjs';

/**
 * Returns the values of the flags on the command line.
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} Options
 * @param {string} command The name of the command's file.
 * @param {Options} options
 */
export function parseFlags(command, options) {
  try {
    return parseArgs({ options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const known = Object.keys(options).map((name) => `[--${name}]`);
    console.error(`${messageOf(error)}\nusage: node tools/real-cluster/${command} ${known.join(' ')}`);
    return process.exit(2);
  }
}
