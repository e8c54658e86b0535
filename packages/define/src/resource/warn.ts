/**
 * Tells the process about what deserves a second look, as Node tells about deprecations.
 */

/** Emits a warning of the process, once per text. */
export function warn(message: string): void {
  if (told.has(message)) return;
  told.add(message);
  process.emitWarning(message, { type: 'ReeveDefinitionWarning' });
}

const told = new Set<string>();
