/**
 * The configuration of an image on that of its base: environment and history stay, how it starts is replaced.
 */
import type { Layer } from '../oci/layer.ts';
import type { ImageConfig } from '../oci/manifest.ts';

/** What an image adds to its base. */
export interface ConfigOptions {
  readonly layers: readonly Layer[];
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly user: number;
  readonly folder: string;
  readonly timeMs: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** The configuration; keys are written in one order, so that the digest does not change. */
export function configFor(base: ImageConfig, options: ConfigOptions): ImageConfig {
  const { layers, entrypoint, command, user, folder, timeMs, labels } = options;
  const created = new Date(timeMs).toISOString();
  const { config = {}, rootfs, history = [], ...others } = base;
  const { Cmd: _, Healthcheck: __, ...kept } = config as typeof config & { Healthcheck?: unknown };
  const allLabels = { ...config.Labels, ...labels };
  return {
    ...others,
    created,
    config: {
      ...kept,
      Env: withEnvironment(config.Env ?? [], 'NODE_ENV', 'production'),
      Entrypoint: entrypoint,
      ...(command.length > 0 && { Cmd: command }),
      User: `${user}:${user}`,
      WorkingDir: folder,
      ...(Object.keys(allLabels).length > 0 && { Labels: allLabels }),
    },
    rootfs: { type: 'layers', diff_ids: [...rootfs.diff_ids, ...layers.map(({ diffId }) => diffId)] },
    history: [
      ...history,
      ...['dependencies', 'program'].map((what) => ({ created, created_by: `reeve image: ${what}` })),
    ],
  };
}

const withEnvironment = (variables: readonly string[], name: string, value: string): string[] =>
  variables.some((one) => one.startsWith(`${name}=`)) ? [...variables] : [...variables, `${name}=${value}`];
