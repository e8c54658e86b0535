/**
 * What webhooks of admission took and did, under the names of the real server. Upstream: apiserver admission/metrics.
 */
import type { Clock } from '@reeve/machinery';
import type { AdmissionOperation } from '@reeve/registry';
import { Histogram, Series, type Labels } from './series.ts';

/** A webhook as metrics name it. */
export interface MeasuredHook {
  readonly name: string;
  readonly type: 'admit' | 'validating';
}

export type RejectionCause = 'calling_webhook_error' | 'no_error' | 'apiserver_internal_error';

const durations = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25];
const conditionDurations = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];
const prefix = 'apiserver_admission_';

export class WebhookMetrics {
  readonly #clock: Clock;
  readonly #calls = new Series();
  readonly #rejections = new Series();
  readonly #failedOpen = new Series();
  readonly #exclusions = new Series();
  readonly #conditionErrors = new Series();
  readonly #durations = new Histogram(durations);
  readonly #conditions = new Histogram(conditionDurations);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.monotonic();
  }

  called(
    { name, type }: MeasuredHook,
    operation: AdmissionOperation,
    { code, isRejected, ms }: { readonly code: number; readonly isRejected: boolean; readonly ms: number },
  ): void {
    const rejected = String(isRejected);
    const labels = { name, operation, rejected, type };
    this.#calls.count({ code: Math.min(code, 600), ...labels });
    this.#durations.observe(labels, ms / 1000);
  }

  rejected({ name, type }: MeasuredHook, operation: AdmissionOperation, cause: RejectionCause, code: number): void {
    this.#rejections.count({
      error_type: cause,
      name,
      operation,
      rejection_code: Math.min(code, 600),
      type,
    });
  }

  failedOpen({ name, type }: MeasuredHook): void {
    this.#failedOpen.count({ name, type });
  }

  judged(hook: MeasuredHook, operation: AdmissionOperation, started: number): void {
    this.#conditions.observe(conditionLabels(hook, operation), (this.now() - started) / 1000);
  }

  excluded(hook: MeasuredHook, operation: AdmissionOperation): void {
    this.#exclusions.count(conditionLabels(hook, operation));
  }

  failedToJudge(hook: MeasuredHook, operation: AdmissionOperation): void {
    this.#conditionErrors.count(conditionLabels(hook, operation));
  }

  /** The lines of all that was seen. */
  lines(): string[] {
    return [
      ...this.#durations.print(`${prefix}webhook_admission_duration_seconds`),
      ...this.#calls.print(`${prefix}webhook_request_total`, 'counter'),
      ...this.#rejections.print(`${prefix}webhook_rejection_count`, 'counter'),
      ...this.#failedOpen.print(`${prefix}webhook_fail_open_count`, 'counter'),
      ...this.#exclusions.print(`${prefix}match_condition_exclusions_total`, 'counter'),
      ...this.#conditionErrors.print(`${prefix}match_condition_evaluation_errors_total`, 'counter'),
      ...this.#conditions.print(`${prefix}match_condition_evaluation_seconds`),
    ];
  }
}

const conditionLabels = ({ name, type }: MeasuredHook, operation: AdmissionOperation): Labels => ({
  kind: 'webhook',
  name,
  operation,
  type,
});
