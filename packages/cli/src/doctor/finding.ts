/**
 * What was found about one thing.
 */

import type { Finding } from '@reeve/scaffold';

export type { Finding } from '@reeve/scaffold';

/** Things that are as they should be. */
export const well = (about: string, found: string): Finding => ({ about, state: 'well', found });

/** Things that are wrong, or may be, and what to do. */
export const wrong = (about: string, found: string, next?: string): Finding => ({ about, state: 'wrong', found, next });

/** Things that may be fine. */
export const doubtful = (about: string, found: string, next?: string): Finding => ({
  about,
  state: 'doubtful',
  found,
  next,
});
