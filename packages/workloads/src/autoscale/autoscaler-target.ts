/**
 * What an autoscaler scales: reading and changing its scale, and saying in conditions and events how that went.
 * Upstream: kubernetes pkg/controller/podautoscaler reconcileAutoscaler.
 */
import type { Scale } from '@reeve/client';
import { isConflict, namespaceOf } from '@reeve/machinery';
import type { EventInput } from '@reeve/runtime';
import { messageOf } from '../pod/pod-control.ts';
import type { StatusDraft } from './autoscaler-status.ts';
import { MetricProblem } from './metric-problem.ts';
import type { ScaledObject, Scales } from './scale-of.ts';
import type { ReadAutoscaler } from './scaling-limits.ts';

/** Where things are said. */
export interface AutoscalerVoice {
  readonly status: StatusDraft;
  readonly event: (said: EventInput) => void;
}

/** The target of one autoscaler. */
export class AutoscalerTarget {
  readonly #object: ScaledObject;
  readonly #scales: Scales;
  readonly #voice: AutoscalerVoice;

  constructor(autoscaler: ReadAutoscaler, scales: Scales, voice: AutoscalerVoice) {
    const { apiVersion, kind, name } = autoscaler.spec.scaleTargetRef;
    this.#object = { apiVersion, kind, name, namespace: namespaceOf(autoscaler) };
    this.#scales = scales;
    this.#voice = voice;
  }

  /** Its scale; undefined where it cannot be had. */
  async get(): Promise<Scale | undefined> {
    const { status, event } = this.#voice;
    try {
      const scale = await this.#scales.get(this.#object);
      if (scale === undefined) throw await this.#notFound();
      const message = "the HPA controller was able to get the target's current scale";
      status.say('AbleToScale', { status: 'True', reason: 'SucceededGetScale', message });
      return scale;
    } catch (error) {
      const [reason, problem] = ['FailedGetScale', messageOf(error)];
      event({ type: 'Warning', reason, message: problem });
      const message = `the HPA controller was unable to get the target's current scale: ${problem}`;
      status.say('AbleToScale', { status: 'False', reason, message });
      return undefined;
    }
  }

  /** Asks for so many replicas; false when they cannot be had. */
  async rescale(scale: Scale, replicas: number, reason: string): Promise<boolean> {
    const { status, event } = this.#voice;
    try {
      await this.#set(scale, replicas);
    } catch (error) {
      const problem = messageOf(error);
      const told = `New size: ${replicas}; reason: ${reason}; error: ${problem}`;
      event({ type: 'Warning', reason: 'FailedRescale', message: told });
      const message = `the HPA controller was unable to update the target scale: ${problem}`;
      status.say('AbleToScale', { status: 'False', reason: 'FailedUpdateScale', message });
      return false;
    }
    const message = `the HPA controller was able to update the target scale to ${replicas}`;
    status.say('AbleToScale', { status: 'True', reason: 'SucceededRescale', message });
    event({ reason: 'SuccessfulRescale', message: `New size: ${replicas}; reason: ${reason}` });
    return true;
  }

  /** Once more when somebody else was faster. */
  async #set(scale: Scale, replicas: number): Promise<void> {
    try {
      await this.#scales.set(this.#object, scale, replicas);
    } catch (error) {
      const latest = isConflict(error) ? await this.#scales.get(this.#object) : undefined;
      if (latest === undefined) throw error;
      await this.#scales.set(this.#object, latest, replicas);
    }
  }

  async #notFound(): Promise<MetricProblem> {
    return new MetricProblem(`${await this.#scales.resourceOf(this.#object)} "${this.#object.name}" not found`);
  }
}
