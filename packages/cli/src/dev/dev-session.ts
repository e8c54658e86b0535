/**
 * One `reeve dev`, from the first version of a program to the end: what is saved is loaded and takes the place of what ran; what cannot be loaded is shown, and the version
 * before goes on.
 */
import { join, relative } from 'node:path';
import { sampleOf } from '@reeve/define';
import { isAbort, orAbort } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import type { Logger, ReconcileRecord } from '@reeve/runtime';
import type { CommandContext } from '../command/command-context.ts';
import { errorLines } from '../error/report-error.ts';
import { debugAccess, nameManager } from '../folder/manager-file.ts';
import type { LoadedProgram } from '../program/load-program.ts';
import type { OpenProgram } from '../source/open-program.ts';
import type { Program } from '../program/program.ts';
import type { DevGround } from './dev-ground.ts';
import { DevWebhooks } from './dev-webhooks.ts';
import { FileWatch } from './file-watch.ts';
import { Operator } from './operator.ts';
import { isTold, RepeatedFailures } from './repeated-failures.ts';
import { runLine } from './report-run.ts';
import { sampleManifest } from './sample-manifest.ts';
import { screenLog } from './screen-log.ts';
import { readyLines } from './screen.ts';

/** A session. */
export class DevSession {
  readonly #context: CommandContext;
  readonly #ground: DevGround;
  readonly #opening: OpenProgram;
  readonly #operator: Operator;
  readonly #failures = new RepeatedFailures();
  #program: Program;
  #loading: Promise<void> = Promise.resolve();
  #savedAt: number | undefined;

  constructor(context: CommandContext, ground: DevGround, opening: OpenProgram, program: LoadedProgram) {
    const { host } = context;
    this.#context = context;
    this.#ground = ground;
    this.#opening = opening;
    this.#program = program;
    const log = screenLog(context);
    this.#operator = new Operator(program, {
      ...ground,
      host,
      webhooks: webhooksOn(context, ground, program, log),
      manager: {
        log,
        undeclaredRequests: 'warn',
        debugServer: { address: '127.0.0.1:0', ...debugAccess(context.flags) },
        onReconcile: (record) => this.#ran(record),
      },
    });
  }

  /** Runs until Ctrl-C. `watched` are the files whose change loads a new version. */
  async run(watched: ReadonlySet<string> | undefined, began: number): Promise<void> {
    const { signal, host, terminal, say } = this.#context;
    const running = this.#operator.run(signal);
    await Promise.race([running, orAbort(this.#operator.manager.elected, signal)]).catch(unlessAborted);
    if (signal.aborted) return await running;
    const readyMs = host.clock.monotonic() - began;
    await using _ = await nameManager(this.#context, this.#operator.manager, say);
    await this.#showReady(readyMs);
    this.#ground.populate();
    if (this.#context.flags.has('sample')) await this.#applySamples();
    const watch = watched && new FileWatch(terminal.files, host, () => this.#saved(watch), signal);
    watch?.add(watched ?? []);
    signal.addEventListener('abort', () => say('ending: waiting for the runs in progress; Ctrl-C again ends at once'), {
      once: true,
    });
    await running;
    await this.#loading;
  }

  /** One version after the other: a save while one is being loaded waits its turn. */
  #saved(watch: FileWatch | undefined): void {
    this.#savedAt = this.#context.host.clock.monotonic();
    this.#loading = this.#loading.then(() => this.#reload(watch));
  }

  async #reload(watch: FileWatch | undefined): Promise<void> {
    const { signal, host, print, say, style, progress } = this.#context;
    const began = host.clock.monotonic();
    const paths = new Set<string>();
    try {
      const program = await this.#opening.load(paths);
      const { breaking, changedDefinitions } = await progress('waiting for the runs of the version before', () =>
        this.#operator.exchange(program, signal),
      );
      this.#program = program;
      for (const change of breaking) say(style.err.yellow(`breaking: ${change}`));
      const applied = changedDefinitions.length === 0 ? '' : `, applied ${changedDefinitions.join(', ')}`;
      print(`${style.out.cyan('↻')} loaded again in ${Math.round(host.clock.monotonic() - began)} ms${applied}`);
    } catch (error) {
      if (signal.aborted && isAbort(error)) return;
      for (const line of errorLines(error, style.err)) say(line);
      say(style.err.dim('the version before goes on'));
    } finally {
      watch?.add(paths);
    }
  }

  /** Shows a run; the first one after a save says how long it took from there. */
  #ran(record: ReconcileRecord): void {
    const { print, style, host } = this.#context;
    const times = this.#failures.note(record);
    if (!isTold(times)) return;
    const since =
      this.#savedAt === undefined
        ? ''
        : style.out.dim(`  ${Math.round(host.clock.monotonic() - this.#savedAt)} ms after saving`);
    this.#savedAt = undefined;
    print(runLine(record, style.out, times) + since);
  }

  async #showReady(readyMs: number): Promise<void> {
    const { print, style } = this.#context;
    const { url, source, kubeconfig } = this.#ground;
    const { title: file } = this.#opening;
    const controllers = [...this.#operator.manager.controllers.keys()];
    const exportLine = kubeconfig && `export KUBECONFIG=${kubeconfig}`;
    const commands = await this.#commands();
    for (const line of readyLines({ file, controllers, url, source, readyMs, exportLine, commands }, style.out))
      print(line);
  }

  /** A sample of each definition, so that the first run needs no other terminal. What the server would refuse is said in the file. */
  async #applySamples(): Promise<void> {
    const { signal, say } = this.#context;
    for (const { crd } of this.#program.definitions) {
      const { object, problems } = sampleOf(crd);
      if (problems.length > 0) {
        say(
          `the sample of ${crd.spec.names.kind} is not applied: .reeve/${crd.spec.names.singular ?? ''}.yaml says why`,
        );
        continue;
      }
      await this.#ground.client.applyAll([object as unknown as KubeObject], {
        fieldManager: 'reeve-dev',
        force: true,
        signal,
      }); // what a definition's objects are
    }
  }

  #clusterFlags(): string {
    const { kubeconfig } = this.#ground;
    if (kubeconfig !== undefined) return ` --kubeconfig ${kubeconfig}`;
    const { flags } = this.#context;
    return namingFlags.map((name) => (flags.text(name) === undefined ? '' : ` --${name} ${flags.text(name)}`)).join('');
  }

  /** Three commands to try, with a sample of the first definition. They name the cluster: the context of another terminal may lead elsewhere. */
  async #commands(): Promise<string[]> {
    const { folder, files } = this.#context.terminal;
    const [defined] = this.#program.definitions;
    const [controller] = this.#program.controllers;
    const at = this.#clusterFlags();
    if (defined === undefined)
      return [
        `npx reeve get ${controller?.for.plural ?? 'pods'} -A${at}`,
        `npx reeve get events -A${at}`,
        `npx reeve doctor${at}`,
      ];
    const { plural, singular = defined.kind.toLowerCase() } = defined.crd.spec.names;
    const path = join(this.#ground.folder, `${singular}.yaml`);
    await files.write(path, sampleManifest(defined.crd));
    return [
      `npx reeve apply -f ${relative(folder, path)}${at}`,
      `npx reeve get ${plural} -A -w${at}`,
      `npx reeve why ${singular}/sample`,
    ];
  }
}

/** The webhooks of the program, where the server of the session reaches this machine. */
function webhooksOn(
  { flags, host, say }: CommandContext,
  ground: DevGround,
  program: Program,
  log: Logger,
): DevWebhooks | undefined {
  const { client } = ground;
  const url = flags.text('webhook-url');
  if (ground.kubeconfig !== undefined) return new DevWebhooks({ client, host, log });
  if (url !== undefined) return new DevWebhooks({ client, host, log, url });
  if (program.webhooks.length > 0)
    say(
      `the webhooks of this program are not called by ${ground.url}: give --webhook-url with an address of this machine that it reaches, as https://192.0.2.1:9443`,
    );
  return undefined;
}

/** The flags of this session that name its cluster. */
const namingFlags = ['kubeconfig', 'context', 'cluster', 'server'];

function unlessAborted(error: unknown): void {
  if (!isAbort(error)) throw error;
}
