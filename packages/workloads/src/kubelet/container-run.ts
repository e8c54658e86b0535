/**
 * The life of one container: its image is pulled, it runs, its probes see it started and ready, it ends and, where its policy says so, runs again. A state machine over
 * times that are given; it waits for nothing itself and says when it wants to be asked again.
 * Upstream: kubelet's kuberuntime and prober.
 */
import { exitCodeOf, type ContainerBehaviour, type ContainerSpec } from './container-behaviour.ts';
import type { ContainerState, Termination } from './container-state.ts';
import { probeTimes, type ProbeTimes } from './probe-times.ts';
import { RestartBackOff } from './restart-back-off.ts';

/** What there is to tell of it. */
export interface ContainerEvent {
  readonly container: string;
  readonly type?: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** Where a container runs. */
export interface ContainerSurroundings {
  /** The pod's name as kubelet writes it in messages: `name_namespace(uid)`. */
  readonly podName: string;
  readonly pullMs: number;
  /** True when the node has the image; asking notes that it has it from now on. */
  hasImage(image: string): boolean;
  containerId(): string;
  emit(event: ContainerEvent): void;
  /** Why the container must not be created with an image of this user. */
  configProblem(container: ContainerSpec, imageUser: string | undefined): string | undefined;
}

/** After this long an image that did not arrive shows as `ImagePullBackOff`. */
const shownAsErrorMs = 1000;

/** The exit codes of programs that signals end. */
const signalCodes = { done: 0, asked: 143, killed: 137 };

export class ContainerRun {
  readonly spec: ContainerSpec;
  restartCount = 0;
  state: ContainerState = { type: 'idle' };
  last: Termination | undefined;
  /** What it does; may change while it runs. */
  does: ContainerBehaviour;
  readonly #around: ContainerSurroundings;
  readonly #restarts = new RestartBackOff('at once');
  readonly #pulls = new RestartBackOff('after a while');
  readonly #told = new Set<'unready' | 'unhealthy'>();
  #probesOf: readonly [ContainerBehaviour, ProbeTimes] | undefined;

  constructor(spec: ContainerSpec, does: ContainerBehaviour, around: ContainerSurroundings) {
    this.spec = spec;
    this.does = does;
    this.#around = around;
  }

  get name(): string {
    return this.spec.name;
  }

  /** True from when its startup is over until it ends. */
  isStarted(nowMs: number): boolean {
    return this.state.type === 'running' && nowMs >= this.state.startedMs + this.#probes.startedMs;
  }

  isReady(nowMs: number): boolean {
    return this.state.type === 'running' && nowMs >= this.state.startedMs + this.#probes.readyMs;
  }

  /** Begins, if it has not. */
  begin(nowMs: number): void {
    if (this.state.type === 'idle') this.#pull(nowMs);
  }

  /** Does what is due, and says when something is next; `restarts` says whether it runs again after it ended with this code. */
  advance(nowMs: number, restarts: (exitCode: number) => boolean): number {
    for (let isMoving = true; isMoving;) isMoving = this.#step(nowMs, restarts);
    return this.#nextMs(nowMs);
  }

  /** Asks it to end: tells so, and says when it will have ended. */
  stop(nowMs: number, graceMs: number): number {
    if (this.state.type !== 'running') return nowMs;
    this.#tell('Killing', `Stopping container ${this.name}`);
    return nowMs + Math.min(graceMs, this.#preStopMs + (this.does.stopMs ?? 0));
  }

  /** Ends it now: because nothing is left to do, by the signal that asks it to, or by the one that does not ask. */
  end(nowMs: number, how: 'done' | 'asked' | 'killed'): void {
    if (this.state.type !== 'running') return;
    this.#terminated(nowMs, signalCodes[how], how === 'done' ? 'Completed' : 'Error');
  }

  /** Takes up a container that ran before this process did. */
  resume(state: ContainerState, restartCount: number, last: Termination | undefined): void {
    this.state = state;
    this.restartCount = restartCount;
    this.last = last;
  }

  get #preStopMs(): number {
    return (this.spec.lifecycle?.preStop?.sleep?.seconds ?? 0) * 1000;
  }

  /** One transition, if one is due. */
  #step(nowMs: number, restarts: (exitCode: number) => boolean): boolean {
    const { state } = this;
    switch (state.type) {
      case 'pulling':
        return nowMs >= state.untilMs && this.#pulled(state.untilMs);
      case 'notPulled':
        return this.#afterFailedPull(state, nowMs);
      case 'notCreated':
        return this.#configProblem !== state.message && this.#start(nowMs);
      case 'running':
        return this.#watchRunning(state, nowMs);
      case 'ended':
        return restarts(state.exitCode) && this.#restart(state, nowMs);
      case 'backingOff':
        return nowMs >= state.untilMs && this.#again(state.untilMs);
      case 'idle':
        return false;
    }
  }

  #pull(nowMs: number): true {
    const { image = '', imagePullPolicy } = this.spec;
    const isHere = this.does.pullError === undefined && imagePullPolicy !== 'Always' && this.#around.hasImage(image);
    if (isHere)
      this.#tell('Pulled', `Container image "${image}" already present on machine and can be accessed by the pod`);
    else this.#tell('Pulling', `Pulling image "${image}"`);
    const takesMs = isHere ? 0 : (this.does.pullMs ?? this.#around.pullMs);
    this.state = { type: 'pulling', untilMs: nowMs + takesMs };
    if (isHere) this.#start(nowMs);
    return true;
  }

  #pulled(nowMs: number): true {
    const { image = '' } = this.spec;
    if (this.does.pullError !== undefined) {
      this.#warn('Failed', `Failed to pull image "${image}": ${this.does.pullError}`);
      this.#warn('Failed', 'Error: ErrImagePull');
      const retryMs = this.#pulls.nextTry(nowMs);
      this.state = { type: 'notPulled', sinceMs: nowMs, retryMs, isBackingOff: false };
      return true;
    }
    this.#around.hasImage(image);
    this.#tell('Pulled', `Successfully pulled image "${image}" in 0s (0s including waiting). Image size: 0 bytes.`);
    return this.#start(nowMs);
  }

  #afterFailedPull(state: Extract<ContainerState, { type: 'notPulled' }>, nowMs: number): boolean {
    const { image = '' } = this.spec;
    if (nowMs >= state.retryMs || this.does.pullError === undefined) return this.#pull(nowMs);
    if (state.isBackingOff || nowMs < state.sinceMs + shownAsErrorMs) return false;
    this.#tell('BackOff', `Back-off pulling image "${image}"`);
    this.#warn('Failed', 'Error: ImagePullBackOff');
    this.state = { ...state, isBackingOff: true };
    return true;
  }

  get #configProblem(): string | undefined {
    return this.#around.configProblem(this.spec, this.does.imageUser);
  }

  #start(nowMs: number): true {
    const message = this.#configProblem;
    if (message !== undefined) {
      this.#warn('Failed', `Error: ${message}`);
      this.state = { type: 'notCreated', message };
      return true;
    }
    this.#tell('Created', 'Container created');
    this.#tell('Started', 'Container started');
    this.#told.clear();
    this.state = { type: 'running', startedMs: nowMs, id: this.#around.containerId() };
    return true;
  }

  #watchRunning(state: Extract<ContainerState, { type: 'running' }>, nowMs: number): boolean {
    const [exitMs, age] = [this.does.exitAfterMs ?? Infinity, nowMs - state.startedMs];
    this.#tellOfProbes(Math.min(age, exitMs));
    const { failure } = this.#probes;
    if (failure && age >= failure.killedMs && failure.killedMs <= exitMs) {
      const probe = failure.probe.toLowerCase();
      this.#tell('Killing', `Container ${this.name} failed ${probe} probe, will be restarted`);
      return this.#terminated(state.startedMs + failure.killedMs, 137, 'Error');
    }
    if (age < exitMs) return false;
    const code = exitCodeOf(this.does, this.restartCount);
    return this.#terminated(state.startedMs + exitMs, code, this.#reasonOf(code));
  }

  /** Failed probes are told once a run. */
  #tellOfProbes(age: number): void {
    const { failure, unreadySeenMs = Infinity } = this.#probes;
    if (age >= unreadySeenMs && !this.#told.has('unready')) {
      this.#told.add('unready');
      this.#warn('Unhealthy', 'Readiness probe failed: HTTP probe failed with statuscode: 503');
    }
    if (failure && age >= failure.seenMs && !this.#told.has('unhealthy')) {
      this.#told.add('unhealthy');
      this.#warn('Unhealthy', `${failure.probe} probe failed: HTTP probe failed with statuscode: 500`);
    }
  }

  #reasonOf(code: number): string {
    if (code === 0) return 'Completed';
    return this.does.exitReason ?? 'Error';
  }

  #terminated(finishedMs: number, exitCode: number, reason: string): true {
    if (this.state.type !== 'running') return true;
    const { startedMs, id } = this.state;
    this.state = { type: 'ended', exitCode, reason, startedMs, finishedMs, id };
    return true;
  }

  #restart(ended: Termination, nowMs: number): true {
    const { exitCode, reason, startedMs, finishedMs, id } = ended;
    this.last = { exitCode, reason, startedMs, finishedMs, id };
    const untilMs = this.#restarts.nextTry(ended.finishedMs);
    if (untilMs <= ended.finishedMs) return this.#again(nowMs);
    this.#warn('BackOff', `Back-off restarting failed container ${this.name} in pod ${this.#around.podName}`);
    this.state = { type: 'backingOff', untilMs, delayMs: untilMs - ended.finishedMs };
    return true;
  }

  #again(nowMs: number): true {
    this.restartCount += 1;
    return this.#pull(nowMs);
  }

  /** When the next transition is due, or something shows differently. */
  #nextMs(nowMs: number): number {
    const { state } = this;
    switch (state.type) {
      case 'pulling':
      case 'backingOff':
        return state.untilMs;
      case 'notPulled':
        return state.isBackingOff ? state.retryMs : Math.min(state.retryMs, state.sinceMs + shownAsErrorMs);
      case 'running':
        return this.#nextOfRunning(state, nowMs);
      case 'notCreated':
      case 'ended':
      case 'idle':
        return Infinity;
    }
  }

  #nextOfRunning(state: Extract<ContainerState, { type: 'running' }>, nowMs: number): number {
    const { startedMs, readyMs, failure, unreadySeenMs = Infinity } = this.#probes;
    const times = [startedMs, readyMs, unreadySeenMs, this.does.exitAfterMs ?? Infinity];
    if (failure) times.push(failure.seenMs, failure.killedMs);
    const due = times.map((ms) => state.startedMs + ms).filter((ms) => ms > nowMs);
    return due.length === 0 ? Infinity : Math.min(...due);
  }

  /** What its probes find; worked out anew when what it does has changed. */
  get #probes(): ProbeTimes {
    if (this.#probesOf?.[0] !== this.does) this.#probesOf = [this.does, probeTimes(this.spec, this.does)];
    return this.#probesOf[1];
  }

  #tell(reason: string, message: string): void {
    this.#around.emit({ container: this.name, reason, message });
  }

  #warn(reason: string, message: string): void {
    this.#around.emit({ container: this.name, type: 'Warning', reason, message });
  }
}
