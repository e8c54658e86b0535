/**
 * One run of an operator in a virtual world where things go wrong, decided by a seed, and the judgement: it comes to the same state as a run where nothing goes
 * wrong, nobody begins a write outside its lease, and nothing is written once the state is right.
 */
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { SeededRandom, VirtualHost } from '@reeve/machinery';
import { inDefaultNamespace } from '../cluster/default-namespace.ts';
import { installDefinitions } from '../definition/install-definitions.ts';
import { eventually } from '../wait/eventually.ts';
import { ChaosProcess, chaosLease } from './chaos-process.ts';
import type { ChaosOptions, ChaosReport, ChaosScenario, ChaosState } from './chaos-scenario.ts';
import { readState, stateProblems } from './chaos-state.ts';
import { LeaseJudge } from './lease-judge.ts';
import { beginStorm } from './storm.ts';

/** The state that the scenario comes to when nothing goes wrong. */
export async function calmState(scenario: ChaosScenario): Promise<ChaosState> {
  const report = await new ChaosRun(scenario, { seed: 0, replicas: 1, isStormy: false }).run(undefined);
  return report.state;
}

/** Runs a scenario with a seed, and judges it by the state that is right. */
export const runChaos = (scenario: ChaosScenario, options: ChaosOptions, right: ChaosState): Promise<ChaosReport> =>
  new ChaosRun(scenario, options).run(right);

/** Longer than any back-off that a storm of minutes leads to. */
const patienceMs = 20 * 60_000;

/** Longer than a silent stream is trusted, and than anything is left before it is looked at again. */
const quietMs = 100_000;

/** Longer than it takes a new process to be the leader and to have looked at everything. */
const restartMs = 45_000;

class ChaosRun {
  readonly #scenario: ChaosScenario;
  readonly #options: ChaosOptions;
  readonly #host: VirtualHost;
  readonly #chance: SeededRandom;
  readonly #judge: LeaseJudge;
  readonly #problems: string[] = [];
  readonly #writes: string[] = [];
  readonly #living = new Set<ChaosProcess>();
  #crashes = 0;
  #isOver = false;
  #isCalm: boolean;

  constructor(scenario: ChaosScenario, options: ChaosOptions) {
    this.#scenario = scenario;
    this.#options = options;
    this.#isCalm = options.isStormy === false;
    this.#host = new VirtualHost({ seed: options.seed });
    this.#chance = new SeededRandom(options.seed).fork('chaos');
    this.#judge = new LeaseJudge(this.#host.clock, chaosLease.leaseDurationMs);
  }

  async run(right: ChaosState | undefined): Promise<ChaosReport> {
    const { profile = 'envtest' } = this.#scenario;
    const server = await ApiServer.start({ host: this.#host, profile });
    const state = await this.#host.run(() => this.#live(server, right), { maxSteps: 10_000_000 });
    return {
      seed: this.#options.seed,
      problems: this.#problems,
      writes: this.#writes,
      crashes: this.#crashes,
      state,
    };
  }

  async #live(server: ApiServer, right: ChaosState | undefined): Promise<ChaosState> {
    const client = new Client({ transport: server.transport, host: this.#host, layers: [inDefaultNamespace] });
    await installDefinitions({ client, host: this.#host }, { resources: this.#scenario.resources });
    const over = new AbortController();
    const seen = await this.#scenario.observe?.(client, over.signal);
    const endStorm = this.#isCalm ? () => undefined : this.#beginStorm(server);
    const count = this.#options.replicas ?? this.#scenario.replicas ?? 2;
    const replicas = Array.from({ length: count }, (_, at) => this.#replica(server, at));
    await this.#users(client);
    await this.#host.sleep(this.#chance.integer(30_000));
    endStorm();
    this.#calm();
    const state = await this.#judgeEnd(client, right);
    this.#problems.push(...((await seen?.()) ?? []));
    over.abort();
    this.#isOver = true;
    for (const process of this.#living) process.stop();
    await Promise.all(replicas);
    await server.stop();
    return state;
  }

  #beginStorm({ faults }: ApiServer): () => void {
    const { kinds, alsoStormy = [], hasStaleReads = true } = this.#scenario;
    const resources = [...kinds, ...alsoStormy].map(({ plural }) => plural);
    return beginStorm(faults, this.#chance.fork('storm'), { resources, hasStaleReads });
  }

  /** One life after the other, until the run is over. */
  async #replica(server: ApiServer, at: number): Promise<void> {
    const chance = this.#chance.fork(`replica ${at}`);
    for (let life = 1; !this.#isOver; life += 1) {
      const process = new ChaosProcess({
        identity: `replica-${at}-${life}`,
        host: this.#host,
        transport: server.transport,
        controllers: this.#scenario.controllers(this.#host),
        judge: this.#judge,
        chance: this.#isCalm ? undefined : chance,
        onWrite: (line) => this.#writes.push(line),
        onProblem: (problem) => this.#problems.push(problem),
      });
      this.#living.add(process);
      await process.live();
      this.#living.delete(process);
      if (process.hasCrashed) this.#crashes += 1;
      await this.#host.sleep(chance.integer(10_000));
    }
  }

  async #users(client: Client): Promise<void> {
    for (const [at, step] of this.#scenario.steps.entries()) {
      const ask = async (signal: AbortSignal): Promise<true> => {
        await step(client, signal);
        return true;
      };
      const waitingFor = `step ${at + 1} of the users`;
      await eventually(this.#host, ask, { timeoutMs: patienceMs, intervalMs: 500, waitingFor });
      await this.#host.sleep(this.#chance.integer(12_000));
    }
  }

  #calm(): void {
    this.#isCalm = true;
    for (const process of this.#living) process.calm();
  }

  /** The state is right in time, and stays so without anybody writing, also not after a restart. */
  async #judgeEnd(client: Client, right: ChaosState | undefined): Promise<ChaosState> {
    if (right === undefined) await this.#host.sleep(quietMs);
    else await this.#untilRight(client, right);
    await this.#host.sleep(30_000); // a run that was under way when the state was right may say so
    const before = this.#writes.length;
    await this.#host.sleep(quietMs);
    for (const process of this.#living) process.stop(); // who comes next finds all done
    await this.#host.sleep(restartMs);
    const late = this.#writes.slice(before);
    if (late.length > 0) this.#problems.push(`written although the state was right:\n  ${late.join('\n  ')}`);
    return await readState(client, this.#scenario);
  }

  async #untilRight(client: Client, right: ChaosState): Promise<void> {
    const look = async (): Promise<string[]> =>
      stateProblems(await readState(client, this.#scenario), right, this.#scenario);
    const isRight = async (): Promise<boolean> => (await look()).length === 0;
    const waiting = eventually(this.#host, isRight, { timeoutMs: patienceMs, intervalMs: 2000 });
    if (!(await waiting.catch(() => false))) this.#problems.push(...(await look()));
  }
}
