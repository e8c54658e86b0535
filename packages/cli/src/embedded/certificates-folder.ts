/**
 * Where the certificates of embedded clusters are kept, so that only the first start pays for making them.
 */
import { join } from 'node:path';
import type { Terminal } from '../terminal/terminal.ts';

/** The folder that REEVE_CERTIFICATES names, else one beside the kubeconfig. */
export function certificatesFolder({ folder, variables }: Pick<Terminal, 'folder' | 'variables'>): string {
  const { REEVE_CERTIFICATES: named } = variables;
  return named !== undefined && named !== '' ? named : join(folder, '.reeve', 'certificates');
}
