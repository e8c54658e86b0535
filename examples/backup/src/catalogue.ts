/**
 * The catalogue of backups: an HTTP service outside the cluster. What is asked of it are effects, so that a test in virtual time can say what it answers.
 */
import { defineEffect } from 'reeve';

/** A backup in a catalogue. */
export interface CatalogueBackup {
  /** The URL of the catalogue. */
  readonly catalogue: string;
  /** `namespace/name`. */
  readonly backup: string;
}

/** A run that has ended well. */
export interface CatalogueRun extends CatalogueBackup {
  readonly job: string;
}

/** Enters a run. Entering it again changes nothing. */
export const enterRun = defineEffect('catalogue: enter a run', ({ catalogue, backup, job }: CatalogueRun, signal) =>
  request('PUT', `${catalogue}/backups/${backup}/runs/${job}`, signal),
);

/** Removes a backup with all its runs. Removing it again changes nothing. */
export const removeBackup = defineEffect(
  'catalogue: remove a backup',
  ({ catalogue, backup }: CatalogueBackup, signal) => request('DELETE', `${catalogue}/backups/${backup}`, signal),
);

async function request(method: string, url: string, signal: AbortSignal | undefined): Promise<void> {
  const response = await fetch(url, { method, ...(signal && { signal }) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${method} ${url} was answered with ${response.status}`);
}
