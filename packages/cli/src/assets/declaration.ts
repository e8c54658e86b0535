/**
 * `reeve assets`.
 */
import type { CommandDeclaration } from '../command/command.ts';

/** Prints a folder for envtest. */
export const assetsCommand: CommandDeclaration = {
  name: 'assets',
  group: 'Develop',
  summary: 'print a folder with kube-apiserver and etcd, for KUBEBUILDER_ASSETS',
  flags: [{ syntax: '--dir <folder>', summary: 'where to make it; .reeve/assets by default' }],
  examples: ['KUBEBUILDER_ASSETS=$(reeve assets) go test ./...'],
  load: () => import('./assets.ts'),
};
