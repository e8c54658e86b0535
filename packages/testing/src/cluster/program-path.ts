/**
 * Where a program of the control plane is. What names the one program counts first (`TEST_ASSET_ETCD`), then the folder that a test gives, then `KUBEBUILDER_ASSETS`, then the folder in which
 * kubebuilder puts them.
 * Upstream: controller-runtime internal/testing/process.BinPathFinder.
 */
import { join } from 'node:path';
import { parseDuration } from '@reeve/machinery';

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

const usualFolder = '/usr/local/kubebuilder/bin';

/** The path of a program. */
export function programPath(program: string, folder: string | undefined, environment: Environment): string {
  const variable = `TEST_ASSET_${program.toUpperCase().replaceAll(/[^A-Z0-9]+/gu, '_')}`;
  return environment[variable] || join(folder || environment['KUBEBUILDER_ASSETS'] || usualFolder, program);
}

/** How long the programs may take, in milliseconds, and whether what they say is shown. */
export interface ControlPlaneTimes {
  readonly startMs: number;
  readonly stopMs: number;
  readonly showsOutput: boolean;
}

/** What the variables of kubebuilder say about it; a time that cannot be read is as good as none. */
export const controlPlaneTimes = (environment: Environment): ControlPlaneTimes => ({
  startMs: durationMs(environment['KUBEBUILDER_CONTROLPLANE_START_TIMEOUT']) ?? 60_000,
  stopMs: durationMs(environment['KUBEBUILDER_CONTROLPLANE_STOP_TIMEOUT']) ?? 20_000,
  showsOutput: environment['KUBEBUILDER_ATTACH_CONTROL_PLANE_OUTPUT'] === 'true',
});

function durationMs(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return parseDuration(text).ms;
  } catch {
    return undefined;
  }
}
