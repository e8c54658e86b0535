/**
 * Approves the requests of nodes for their client certificates, and signs what is approved for the signers of a cluster. Signing is real cryptography, and so
 * takes real time also where a test owns the clock. Upstream: the csrapproving and csrsigning controllers of kube-controller-manager.
 */
import { signRequest, subjectOfRequest, type CertificatePair } from '@reeve/certificates';
import { formatTime, type Host } from '@reeve/machinery';
import {
  fieldsAt,
  hasAt,
  itemsAt,
  numberAt,
  textAt,
  textsAt,
  type ApiObject,
  type ServedResource,
  type Store,
} from '@reeve/registry';
import { automaticApproval, ownSigners, problemOf, type CertificateOrder } from './certificate-rules.ts';
import { unlessGone, type ControllerClient } from './controller-client.ts';
import type { Controller, Observed } from './controller.ts';
import type { KnownKinds } from './known-kinds.ts';

const table = 'certificates.k8s.io/certificatesigningrequests';
const yearMs = 365 * 24 * 3_600_000;
const backdatedMs = 5 * 60_000;

export interface CertificateRequestsOptions {
  readonly store: Store;
  readonly host: Host;
  readonly kinds: KnownKinds;
  readonly client: ControllerClient;
  /** Who signs; without it requests are approved, and wait. */
  readonly signer: CertificatePair | undefined;
  add(this: void, key: string): void;
}

export class CertificateRequests implements Controller {
  readonly #options: CertificateRequestsOptions;

  constructor(options: CertificateRequestsOptions) {
    this.#options = options;
  }

  clear(): void {}

  observe({ resource, key, object, isDeleted }: Observed): void {
    if (resource === table && !isDeleted && isPending(object)) this.#options.add(key);
  }

  async handle(key: string): Promise<void> {
    const resource = this.#options.kinds.ofTable(table);
    const request = this.#options.store.table(table).get(key)?.object;
    if (resource === undefined || request === undefined || !isPending(request)) return;
    const subject = await subjectOfRequest(pemOf(request));
    if (subject === undefined) return;
    const order = orderOf(request, subject);
    if (isTrue(request, 'Approved')) await this.#sign(resource, request, order);
    else await this.#approve(resource, request, order);
  }

  async #approve(resource: ServedResource, request: ApiObject, order: CertificateOrder): Promise<void> {
    const message = automaticApproval(order);
    if (message === undefined) return;
    const condition = { type: 'Approved', status: 'True', reason: 'AutoApproved', message };
    await unlessGone(this.#options.client.update(resource, withCondition(request, condition), 'approval'));
  }

  async #sign(resource: ServedResource, request: ApiObject, order: CertificateOrder): Promise<void> {
    const { client, signer, host } = this.#options;
    const problem = problemOf(order);
    if (problem !== undefined) {
      const lastUpdateTime = formatTime(host.clock.now());
      const condition = {
        type: 'Failed',
        status: 'True',
        reason: 'SignerValidationFailure',
        message: problem,
        lastUpdateTime,
      };
      await unlessGone(client.update(resource, withCondition(request, condition), 'status'));
    } else if (signer !== undefined) {
      const certificate = Buffer.from(await this.#certificate(request, order, signer)).toString('base64');
      const status = { ...fieldsAt(request, 'status'), certificate };
      await unlessGone(client.update(resource, { ...request, status }, 'status'));
    }
  }

  /** A certificate for as long as was asked for, and for a year at most. */
  #certificate(request: ApiObject, { usages }: CertificateOrder, signer: CertificatePair): Promise<string> {
    const now = this.#options.host.clock.now();
    const asked = numberAt(request, 'spec', 'expirationSeconds') * 1000;
    const until = now + (asked > 0 ? Math.min(asked, yearMs) : yearMs);
    return signRequest(pemOf(request), signer, { usages, from: now - backdatedMs, until });
  }
}

/** True of a request for one of our signers that is not decided, or not carried out. */
const isPending = (request: ApiObject): boolean =>
  ownSigners.has(textAt(request, 'spec', 'signerName')) &&
  !hasAt(request, 'status', 'certificate') &&
  !isTrue(request, 'Denied') &&
  !isTrue(request, 'Failed');

const isTrue = (request: ApiObject, type: string): boolean =>
  itemsAt(request, 'status', 'conditions').some((each) => each['type'] === type && each['status'] === 'True');

const orderOf = (request: ApiObject, subject: CertificateOrder['subject']): CertificateOrder => ({
  signer: textAt(request, 'spec', 'signerName'),
  username: textAt(request, 'spec', 'username'),
  usages: textsAt(request, 'spec', 'usages'),
  subject,
});

const withCondition = (request: ApiObject, condition: object): ApiObject => ({
  ...request,
  status: { ...fieldsAt(request, 'status'), conditions: [...itemsAt(request, 'status', 'conditions'), condition] },
});

const pemOf = (request: ApiObject): string =>
  Buffer.from(textAt(request, 'spec', 'request'), 'base64').toString('latin1');
