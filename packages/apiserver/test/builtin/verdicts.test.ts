import { describe, expect, test } from 'vitest';
import { distinctProblems, type ApiObject, type FieldError, type Strategy } from '@reeve/registry';
import { decoded, recorded, strategyOf } from './recorded.ts';

interface Cause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

interface Verdict {
  readonly resource: string;
  readonly object: ApiObject;
  readonly old?: ApiObject;
  readonly causes: readonly Cause[];
}

const verdicts = Object.entries(recorded('verdicts') as Record<string, Verdict>);

const withServerFields = ({ metadata, ...rest }: ApiObject): ApiObject => ({
  ...rest,
  metadata: { ...metadata, uid: 'the-uid' },
});

/** Problems as the engine finds them: of a new object, or of a change. */
function problems({ resource, object, old }: Verdict): readonly FieldError[] {
  const strategy = strategyOf(resource);
  const wanted = withServerFields(strategy.defaults(decoded(resource, object)));
  if (old === undefined) return told(strategy, strategy.validate(strategy.prepareForCreate(wanted)));
  const stored = withServerFields(decoded(resource, old));
  return told(strategy, strategy.validateUpdate(strategy.prepareForUpdate(wanted, stored), stored));
}

const told = ({ tellsOnce }: Strategy, found: readonly FieldError[]): readonly FieldError[] =>
  tellsOnce ? distinctProblems(found) : found;

/** What the real server prints of its own structures is left out: the difference of two, or a whole one. */
const readable = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/^Invalid value: \{"(metadata|labels)":.*\}: /u, 'Invalid value: …: ');

const causes = (errors: readonly FieldError[]) =>
  errors.map(({ type, field, body }) => ({ reason: type, field, message: readable(body) }));

describe('an object is refused as by the real server, for the same reasons in the same words', () => {
  for (const [name, verdict] of verdicts) {
    test(`${name} · E3`, () => {
      expect(causes(problems(verdict))).toEqual(
        verdict.causes.map((cause) => ({ ...cause, message: readable(cause.message) })),
      );
    });
  }
});

test('what a server completes is valid, and so is a change that changes nothing', () => {
  const manifests = recorded('defaulted') as Record<string, Record<string, { output: ApiObject }>>;
  for (const [resource, cases] of Object.entries(manifests)) {
    const strategy = strategyOf(resource);
    for (const [name, { output }] of Object.entries(cases)) {
      const object = withServerFields(decoded(resource, output));
      expect({ name, resource, problems: strategy.validate(object) }).toEqual({ name, resource, problems: [] });
      expect({ name, resource, problems: strategy.validateUpdate(object, object) }).toEqual({
        name,
        resource,
        problems: [],
      });
    }
  }
});

/** The real server accepts each of these. */
const leniencies = ['1,,2 * * * *', '+5 * * * *', '*-5-6 * * * *', '? ? ? ? ?', '@every -1h'];

test.each(leniencies)('a CronJob with the schedule %j is accepted, as by the real server', (schedule) => {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox' }] } };
  const spec = { schedule, jobTemplate: { spec: { template } } };
  const object = { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'x' }, spec };
  expect(problems({ resource: 'batch/v1/cronjobs', object, causes: [] })).toEqual([]);
});
