/**
 * A process of the operator in a virtual world: it competes for the lease, works, and may die before or after any of its writes, stand still for a while, or lose an
 * answer. What a dead one still sends goes nowhere, its lease included.
 */
import type { AnyKind, Host, SeededRandom, Transport, TransportRequest, TransportResponse } from '@reeve/machinery';
import { Manager } from '@reeve/runtime';
import { asDefinition } from '../cluster/any-controller.ts';
import type { AnyController } from '../cluster/any-controller.ts';
import type { LeaseJudge } from './lease-judge.ts';
import { PausableHost } from './pausable-host.ts';

/** What a process needs. */
export interface ChaosProcessOptions {
  readonly identity: string;
  readonly host: Host;
  readonly transport: Transport;
  readonly controllers: readonly AnyController[];
  readonly judge: LeaseJudge;
  /** Decides when it dies and what it loses; without it nothing goes wrong. */
  readonly chance?: SeededRandom | undefined;
  readonly onWrite: (line: string) => void;
  readonly onProblem: (problem: string) => void;
}

/** The lease that processes compete for, with controller-runtime's times. */
export const chaosLease = { name: 'chaos', namespace: 'default', leaseDurationMs: 15_000 } as const;

/** One life of a process. */
export class ChaosProcess {
  readonly #options: ChaosProcessOptions;
  readonly #death = new AbortController();
  readonly #stop = new AbortController();
  /** Dies at this write; never at 0. */
  readonly #lastWrite: number;
  readonly #diesAfterSending: boolean;
  readonly #host: PausableHost;
  #writes = 0;
  #isCalm: boolean;

  constructor(options: ChaosProcessOptions) {
    this.#options = options;
    const { chance, host } = options;
    this.#host = new PausableHost(host);
    this.#isCalm = chance === undefined;
    this.#lastWrite = chance !== undefined && chance.next() < 0.8 ? 1 + chance.integer(12) : 0;
    this.#diesAfterSending = chance !== undefined && chance.next() < 0.5;
  }

  get hasCrashed(): boolean {
    return this.#death.signal.aborted;
  }

  /** Lives until it dies, ends by itself, or is stopped. */
  async live(): Promise<void> {
    const { controllers, identity } = this.#options;
    const host = this.#host;
    const transport = { request: (request: TransportRequest) => this.#request(request) };
    const manager = new Manager({ transport, host, leaderElection: { ...chaosLease, identity } });
    for (const controller of controllers) manager.add<AnyKind>(asDefinition(controller));
    const signal = AbortSignal.any([this.#stop.signal, this.#death.signal]);
    const ended = new AbortController();
    const pauses = this.#pauses(ended.signal);
    await manager.run({ signal }).catch(() => undefined); // a lost lease, say: a new process takes its place
    ended.abort();
    await pauses;
  }

  /** From now on nothing goes wrong any more. */
  calm(): void {
    this.#isCalm = true;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Stands still now and then, sometimes for longer than a lease lasts. */
  async #pauses(signal: AbortSignal): Promise<void> {
    const { host, chance } = this.#options;
    if (chance === undefined) return;
    while (!this.#isCalm && !signal.aborted) {
      await host.sleep(5000 + chance.integer(60_000), signal).catch(() => undefined);
      if (!this.#isCalm && !signal.aborted) await this.#host.pause(chance.integer(40_000));
    }
  }

  async #request(request: TransportRequest): Promise<TransportResponse> {
    this.#death.signal.throwIfAborted();
    if (request.method === 'GET') return await this.#send(request);
    const isWork = !isLeaseWrite(request) && !request.path.includes('/events'); // who has lost the lead says so in an event
    if (isWork) this.#judge(request);
    const isLast = isWork && !this.#isCalm && (this.#writes += 1) === this.#lastWrite;
    if (isLast && !this.#diesAfterSending) this.#die();
    const response = await this.#send(request);
    if (isLast) this.#die();
    if (!this.#isCalm && (this.#options.chance?.next() ?? 1) < 0.05) throw new Error('the answer was lost on its way');
    return response;
  }

  async #send(request: TransportRequest): Promise<TransportResponse> {
    const { signal } = this.#death;
    const { host, transport, judge } = this.#options;
    const sentAt = host.clock.monotonic();
    const response = await transport.request({
      ...request,
      signal: request.signal ? AbortSignal.any([request.signal, signal]) : signal,
    });
    if (isLeaseWrite(request) && response.status < 300) judge.accepted(request, sentAt); // whoever hears of it, and when
    await this.#host.awake();
    signal.throwIfAborted();
    return { ...response, body: this.#whileAwake(response.body) };
  }

  async *#whileAwake(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of body) {
      await this.#host.awake();
      yield chunk;
    }
  }

  #judge({ method, path }: TransportRequest): void {
    const { identity, judge, host, onWrite, onProblem } = this.#options;
    onWrite(`${Math.round(host.clock.monotonic())} ${identity} ${method} ${path.split('?')[0] ?? ''}`);
    const objection = judge.objection(identity);
    if (objection !== undefined) onProblem(objection);
  }

  #die(): never {
    this.#death.abort(new Error('the process is dead'));
    throw this.#death.signal.reason;
  }
}

/** Of the lease that processes compete for; there are others. */
const isLeaseWrite = ({ method, path }: TransportRequest): boolean =>
  method !== 'GET' && path.includes(`/namespaces/${chaosLease.namespace}/leases`);
