/**
 * What was found about one thing.
 */

/** A finding, with what to do next where something can be done. */
export interface Finding {
  readonly about: string;
  readonly state: 'well' | 'doubtful' | 'wrong';
  readonly found: string;
  readonly next?: string | undefined;
}

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
