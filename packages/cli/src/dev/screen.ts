/**
 * What `reeve dev` shows when it is ready: where the cluster is, how to reach it, and what to try.
 */
import type { Style } from '../terminal/style.ts';

/** What there is to tell. */
export interface Ready {
  readonly file: string;
  readonly controllers: readonly string[];
  readonly url: string;
  /** How long it took. */
  readonly readyMs: number;
  /** Whether it is the embedded cluster, or one that the flags name. */
  readonly source: string;
  /** What to type for kubectl and reeve to use this cluster; undefined when it is not ours. */
  readonly exportLine: string | undefined;
  readonly commands: readonly string[];
}

/** The lines of the screen. */
export function readyLines(ready: Ready, style: Style): string[] {
  const { file, controllers, url, readyMs, source, exportLine, commands } = ready;
  return [
    '',
    `  ${style.green(style.bold('reeve dev'))}  ready in ${Math.round(readyMs)} ms`,
    '',
    `  Program      ${file}: ${controllers.join(', ')}`,
    `  API server   ${style.cyan(url)}  ${style.dim(source)}`,
    ...(exportLine === undefined ? [] : [`  kubectl      ${exportLine}`]),
    '',
    ...commands.map((command, at) => `  ${at === 0 ? 'Try:' : '    '}         ${command}`),
    '',
    `  ${style.dim('Saving the file loads it again. Ctrl-C ends.')}`,
    '',
  ];
}
