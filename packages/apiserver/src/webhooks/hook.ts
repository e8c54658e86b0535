/**
 * Webhooks as their configurations have them, in the order in which they are asked: by the name of the configuration, then by their place in it.
 * Upstream: apiserver admission/configuration and admission/plugin/webhook accessors.
 */
import { types } from '@reeve/cel';
import { fieldsAt, itemsAt, numberAt, textAt, textsAt, type ApiObject, type Fields, type Store } from '@reeve/registry';
import { matchCriteria, type MatchCriteria } from '../admission/request-matcher.ts';
import type { OutboundTarget } from '../outbound/outbound-client.ts';
import { AdmissionCompiler, type AdmissionExpression } from '../policy/admission-expression.ts';

export type HookType = 'admit' | 'validating';

export interface Hook {
  /** Tells it from all others: its configuration, its name, and how many of that name come before. */
  readonly id: string;
  readonly configuration: string;
  readonly name: string;
  readonly type: HookType;
  readonly criteria: MatchCriteria;
  readonly conditions: readonly AdmissionExpression[];
  readonly target: OutboundTarget;
  /** The authorities that are believed, as PEM; those of the system where there are none. */
  readonly ca: string | undefined;
  /** The version of reviews that the webhook gets. */
  readonly reviewVersion: 'v1' | 'v1beta1';
  readonly timeoutMs: number;
  readonly ignoresFailures: boolean;
  readonly hasSideEffects: boolean;
  readonly isReinvoked: boolean;
}

const tables: Readonly<Record<HookType, string>> = {
  admit: 'admissionregistration.k8s.io/mutatingwebhookconfigurations',
  validating: 'admissionregistration.k8s.io/validatingwebhookconfigurations',
};

/** The webhooks of one type that are configured now. */
export class HookSource {
  readonly #store: Store;
  readonly #type: HookType;
  readonly #kept = new WeakMap<ApiObject, readonly Hook[]>();
  #hooks: readonly Hook[] | undefined;

  constructor(store: Store, type: HookType) {
    this.#store = store;
    this.#type = type;
    store.onChange(tables[type], () => (this.#hooks = undefined));
  }

  get hooks(): readonly Hook[] {
    return (this.#hooks ??= this.#read());
  }

  #read(): readonly Hook[] {
    const configurations = Array.from(this.#store.table(tables[this.#type]).current(), ({ object }) => object);
    return configurations.flatMap((configuration) => {
      let hooks = this.#kept.get(configuration);
      if (hooks === undefined) this.#kept.set(configuration, (hooks = hooksOf(configuration, this.#type)));
      return hooks;
    });
  }
}

function hooksOf(configuration: ApiObject, type: HookType): readonly Hook[] {
  const { name: owner = '' } = configuration.metadata;
  const seen = new Map<string, number>();
  return itemsAt(configuration, 'webhooks').map((fields) => {
    const name = textAt(fields, 'name');
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { ...hookOf(fields), id: `${owner}/${name}/${count}`, configuration: owner, name, type };
  });
}

function hookOf(fields: Fields): Omit<Hook, 'id' | 'configuration' | 'name' | 'type'> {
  const compiler = new AdmissionCompiler({ withVariables: false });
  const client = fieldsAt(fields, 'clientConfig');
  const bundle = textAt(client, 'caBundle');
  const effects = textAt(fields, 'sideEffects');
  return {
    criteria: matchCriteria(fields),
    conditions: itemsAt(fields, 'matchConditions').map((condition) =>
      compiler.compile(textAt(condition, 'expression'), { hasParams: false, hasAuthorizer: true }, [types.bool]),
    ),
    target: targetOf(client),
    ca: bundle === '' ? undefined : Buffer.from(bundle, 'base64').toString(),
    reviewVersion: reviewVersionOf(textsAt(fields, 'admissionReviewVersions')),
    timeoutMs: (numberAt(fields, 'timeoutSeconds') || 10) * 1000,
    ignoresFailures: textAt(fields, 'failurePolicy') === 'Ignore',
    hasSideEffects: effects !== 'None' && effects !== 'NoneOnDryRun',
    isReinvoked: textAt(fields, 'reinvocationPolicy') === 'IfNeeded',
  };
}

/** Whom the client of a webhook calls, for admission and conversion alike. */
export function targetOf(client: Fields): OutboundTarget {
  const url = textAt(client, 'url');
  if (url !== '') return { url };
  const service = fieldsAt(client, 'service');
  return {
    service: {
      namespace: textAt(service, 'namespace'),
      name: textAt(service, 'name'),
      path: textAt(service, 'path') || undefined,
      port: numberAt(service, 'port') || undefined,
    },
  };
}

/** The first version of the list that the server speaks. */
const reviewVersionOf = (listed: readonly string[]): 'v1' | 'v1beta1' =>
  listed.find((each) => each === 'v1' || each === 'v1beta1') === 'v1beta1' ? 'v1beta1' : 'v1';
