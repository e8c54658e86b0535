/** Compares what a definition says of objects with what a server does with them. */
import type { SeededRandom, Transport } from '@reeve/machinery';
import { ask, install } from '../server.ts';
import { randomDefinition, randomSpec } from './random-definition.ts';

/** What becomes of an object: what is stored, or the causes for which it is refused. */
export interface Verdict {
  readonly object: unknown;
  readonly stored?: unknown;
  readonly causes?: readonly string[];
}

interface Cause {
  readonly reason: string;
  readonly field: string;
  readonly message: string;
}

/** Installs a random definition and asks about random objects: what the definition says, and what the server does. */
export async function verdicts(
  transport: Transport,
  random: SeededRandom,
  group: string,
  count: number,
): Promise<{ readonly said: Verdict[]; readonly done: Verdict[] }> {
  const Thing = randomDefinition(random, group);
  const { status, body } = await install(transport, Thing.crd);
  if (status !== 201)
    throw new Error(`the server refuses the definition: ${JSON.stringify(body)} ${JSON.stringify(Thing.crd)}`);
  const [said, done]: [Verdict[], Verdict[]] = [[], []];
  for (let at = 0; at < count; at += 1) {
    const object = {
      apiVersion: Thing.apiVersion,
      kind: Thing.kind,
      metadata: { name: `thing-${at}` },
      spec: randomSpec(random),
    };
    const { spec: stored } = Thing.conform(object).object;
    const causes = Thing.validate(object).map(({ type: reason, field, body: message }) => ({ reason, field, message }));
    said.push(causes.length === 0 ? { object, stored } : { object, causes: sorted(causes) });
    const answer = await ask(transport, 'POST', Thing.path({ namespace: 'default' }), object);
    const details = answer.body['details'] as { causes?: readonly Cause[] } | undefined;
    done.push(
      answer.status === 201
        ? { object, stored: answer.body['spec'] }
        : { object, causes: sorted(details?.causes ?? []) },
    );
  }
  return { said, done };
}

/** The real server walks maps in any order, so causes are compared as a set. */
function sorted(causes: readonly Cause[]): readonly string[] {
  return causes
    .map(({ reason, field, message }) => `${field}: ${reason}: ${message}`)
    .toSorted((one, other) => (one < other ? -1 : 1));
}
