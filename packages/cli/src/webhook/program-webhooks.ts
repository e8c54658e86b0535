/**
 * The webhooks of a program on a cluster: what they are called there, where its server finds them, and what of the program's definitions depends on them. `reeve render` writes it, and
 * `reeve run` serves what was written.
 */
import type { CustomResourceDefinition } from '@reeve/define';
import type { BundleTargets } from '@reeve/runtime';
import { admissionConfigurations, Webhooks, withConversion } from '@reeve/webhook';
import type { AdmissionConfiguration, WebhookPlace } from '@reeve/webhook';
import type { Program } from '../program/program.ts';

/** The port at which pods serve webhooks. */
export const webhookPort = 9443;

/** Where certificates are that others make, as in a pod of controller-runtime. */
export const certificateFolder = '/tmp/k8s-webhook-server/serving-certs';

/** How an operator is called, and where it runs. */
export interface OperatorPlace {
  readonly name: string;
  readonly namespace: string;
}

/** The webhooks of a program by the names that they have on a cluster. */
export class ProgramWebhooks {
  readonly all: Webhooks;
  readonly #program: Program;
  readonly #place: OperatorPlace;

  constructor(program: Program, place: OperatorPlace) {
    this.all = new Webhooks(program.webhooks);
    this.#program = program;
    this.#place = place;
  }

  /** As the program declares them. */
  get declared(): Program['webhooks'] {
    return this.#program.webhooks;
  }

  get isEmpty(): boolean {
    return this.all.isEmpty;
  }

  /** The Service, and with `-certificates` the Secret. */
  get service(): { readonly namespace: string; readonly name: string } {
    const { name, namespace } = this.#place;
    return { namespace, name: `${name}-webhooks` };
  }

  get secret(): { readonly namespace: string; readonly name: string } {
    const { name, namespace } = this.#place;
    return { namespace, name: `${name}-webhook-certificates` };
  }

  /** The names by which a server calls the Service. */
  get names(): readonly string[] {
    const { name, namespace } = this.service;
    return [`${name}.${namespace}.svc`, `${name}.${namespace}.svc.cluster.local`];
  }

  /** The objects that have to trust the webhooks. */
  get targets(): BundleTargets {
    const configurations = this.configurations();
    const named = (kind: string): string[] =>
      configurations.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name ?? '');
    return {
      mutating: named('MutatingWebhookConfiguration'),
      validating: named('ValidatingWebhookConfiguration'),
      definitions: this.#program.definitions
        .filter(({ crd }) => this.definition(crd) !== crd)
        .map(({ crd }) => crd.metadata.name),
    };
  }

  /** What makes a server call the webhooks of admission. */
  configurations(
    at: WebhookPlace = { service: this.service },
    metadata: {
      readonly labels?: Readonly<Record<string, string>>;
      readonly annotations?: Readonly<Record<string, string>>;
    } = {},
  ): readonly AdmissionConfiguration[] {
    return admissionConfigurations(this.all.admission, { name: this.#place.name, at, ...metadata });
  }

  /** A definition with its conversion, where it has one. */
  definition(crd: CustomResourceDefinition, at: WebhookPlace = { service: this.service }): CustomResourceDefinition {
    return withConversion(crd, this.all.conversions, at);
  }
}
