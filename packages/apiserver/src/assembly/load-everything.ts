/**
 * Brings in what is otherwise loaded with the first request that needs it. In a world whose time is virtual nothing may wait for files: time would pass meanwhile.
 */
import { loadRules } from '@reeve/builtins';

/** Loads all that requests may need. */
export async function loadEverything(): Promise<void> {
  await Promise.all([loadRules(), import('yaml'), import('../request/yaml-config.ts')]);
}
