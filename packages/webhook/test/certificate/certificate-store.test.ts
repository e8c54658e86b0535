import { beforeEach, describe, expect, test } from 'vitest';
import { certificateFacts, isIssuedBy, issueCertificate, makeAuthority, splitBundle } from '@reeve/certificates';
import type { CertificatePair } from '@reeve/certificates';
import { AlreadyExistsError, ConflictError, NotFoundError, VirtualHost } from '@reeve/machinery';
import { CertificateStore, makeCertificates } from '@reeve/webhook';
import type { CertificatePolicy, CertificateSecret, SecretAccess } from '@reeve/webhook';

const names = ['webhooks.shop-system.svc'];
const secret = { namespace: 'shop-system', name: 'webhook-certificates' };
const hour = 3_600_000;
const day = 24 * hour;

/** A Secret as a server keeps it: late writes are refused. */
class KeptSecret implements SecretAccess {
  stored: CertificateSecret | undefined;
  writes = 0;
  #version = 0;

  async read(): Promise<CertificateSecret | undefined> {
    return structuredClone(this.stored);
  }

  async create(given: CertificateSecret): Promise<CertificateSecret> {
    await Promise.resolve();
    if (this.stored !== undefined) throw new AlreadyExistsError('Secret', 'shop-system/webhook-certificates');
    return this.#store(given);
  }

  async update(given: CertificateSecret): Promise<CertificateSecret> {
    await Promise.resolve();
    if (this.stored === undefined) throw new NotFoundError('Secret', 'shop-system/webhook-certificates');
    if (given.metadata.resourceVersion !== this.stored.metadata.resourceVersion)
      throw new ConflictError('Secret', 'shop-system/webhook-certificates');
    return this.#store(given);
  }

  #store(given: CertificateSecret): CertificateSecret {
    this.writes++;
    this.stored = { ...given, metadata: { ...given.metadata, resourceVersion: String(++this.#version) } };
    return this.stored;
  }
}

let host: VirtualHost;
let access: KeptSecret;
const signal = new AbortController().signal;

beforeEach(() => {
  host = new VirtualHost();
  host.effects.real(makeCertificates); // virtual time stands still meanwhile
  access = new KeptSecret();
});

const newStore = (policy: CertificatePolicy = {}, on: VirtualHost = host): CertificateStore =>
  new CertificateStore({
    secret,
    access,
    names,
    host: on,
    policy,
    intervalMs: policy.overlapMs === undefined ? 60_000 : hour / 6,
  });

/** Whether a caller that trusts the one bundle takes what the other serves. */
const trusts = (bundle: string, { current }: CertificateStore): boolean => {
  const now = host.clock.now();
  const facts = certificateFacts(current.cert);
  if (facts === undefined || facts.notBefore > now || facts.notAfter <= now) return false;
  return (
    splitBundle(bundle).some((one) => hasIssued(one, current) && (certificateFacts(one)?.notAfter ?? 0) > now) &&
    facts.fits(names[0] ?? '')
  );
};

/** Verifying takes a millisecond, and most pairs are looked at often. */
const hasIssued = (authority: string, pair: CertificatePair): boolean => {
  const key = authority + pair.cert;
  const known = verified.get(key) ?? isIssuedBy(pair, authority);
  verified.set(key, known);
  return known;
};
const verified = new Map<string, boolean>();

describe('certificates of webhooks', () => {
  test('are made once when several replicas start at the same time · LW-142 once', async () => {
    const stores = [newStore(), newStore(), newStore()];
    await Promise.all(stores.map((store) => store.open(signal)));
    expect(access.writes).toBe(1);
    expect(new Set(stores.map(({ current }) => current.cert)).size).toBe(1);
    expect(new Set(stores.map(({ bundle }) => bundle)).size).toBe(1);
    for (const store of stores) expect(trusts(store.bundle, store)).toBe(true);
  });

  test('are renewed long before they end, and every caller trusts every replica at every moment · LW-142 renewed', async () => {
    const policy = { authorityMs: 60 * hour, servingMs: 30 * hour, overlapMs: hour };
    const stores = [newStore(policy), newStore(policy), newStore(policy)];
    await Promise.all(stores.map((store) => store.open(signal)));
    const stop = new AbortController();
    const first = stores[0] ?? newStore(policy);
    const seen = new Set<string>();
    const authorities = new Set<string>();
    const failures: string[] = [];
    const start = { at: host.clock.now(), bundle: first.bundle };
    const bundles = [start];
    first.onBundle((bundle) => bundles.push({ at: host.clock.now(), bundle }));
    const look = async (): Promise<void> => {
      for (let turn = 0; turn < 10 * 24 * 2; turn++) {
        await host.sleep(hour / 2);
        const now = host.clock.now();
        // What a caller learned half an hour ago still has to do.
        const stale = bundles.findLast(({ at }) => at <= now - hour / 2) ?? start;
        for (const store of stores) {
          seen.add(store.current.cert);
          authorities.add(splitBundle(store.bundle).at(-1) ?? '');
          if (!trusts(stale.bundle, store)) failures.push(`hour ${turn / 2}`);
        }
      }
      stop.abort();
    };
    await host.run(() => Promise.all([...stores.map((store) => store.run(stop.signal)), look()]));
    expect(failures).toEqual([]);
    expect(authorities.size).toBeGreaterThanOrEqual(3); // rotated every 40 hours
    expect(seen.size).toBeGreaterThan(10);
    expect(splitBundle(first.bundle).length).toBeLessThanOrEqual(2); // what has ended is forgotten
  }, 60_000);

  test('come back as they were when the Secret is deleted or damaged', async () => {
    const store = newStore();
    await store.open(signal);
    const { current, bundle } = store;
    const whole: CertificateSecret = access.stored ?? { metadata: {} };
    for (const damage of [undefined, { ...whole, data: {} }, { ...whole, data: { ...whole.data, 'ca.key': 'AAAA' } }]) {
      access.stored = damage;
      const stop = new AbortController();
      await host.run(async () => {
        const running = store.run(stop.signal);
        await host.sleep(70_000);
        stop.abort();
        await running;
      });
      expect([store.current, store.bundle]).toEqual([current, bundle]);
      expect(Buffer.from(access.stored?.data?.['tls.crt'] ?? '', 'base64').toString()).toBe(current.cert);
    }
  });

  test('are not written into a Secret of somebody else, and stay in use when one is put in place', async () => {
    access.stored = { metadata: { ...secret, resourceVersion: '1' }, data: { password: 'eA==' } };
    await expect(newStore().open(signal)).rejects.toMatchObject({ code: 'REEVE_FOREIGN_SECRET' });
    expect([access.stored.data, access.writes]).toEqual([{ password: 'eA==' }, 0]);
    access.stored = undefined;
    const store = newStore();
    await store.open(signal);
    const { current } = store;
    access.stored = { metadata: { ...secret, resourceVersion: '9' }, data: { password: 'eA==' } };
    const stop = new AbortController();
    await host.run(async () => {
      const running = store.run(stop.signal);
      await host.sleep(300_000);
      stop.abort();
      await running;
    });
    expect([store.current, access.stored.data]).toEqual([current, { password: 'eA==' }]);
  });

  test('are good for clocks that are behind or ahead by less than an hour', async () => {
    const store = newStore();
    await store.open(signal);
    const facts = certificateFacts(store.current.cert);
    expect(facts?.notBefore).toBeLessThanOrEqual(host.clock.now() - hour);
    const later = newStore();
    await host.run(() => host.sleep(59 * 60_000));
    await later.open(signal);
    expect(access.writes).toBe(1);
  });

  test('of a process whose clock is a year ahead are replaced by one whose clock is right', async () => {
    const ahead = new VirtualHost({ start: host.clock.now() + 366 * day });
    ahead.effects.real(makeCertificates);
    await newStore({}, ahead).open(signal);
    const store = newStore();
    await store.open(signal);
    expect(trusts(store.bundle, store)).toBe(true);
  });

  test('get a new serving certificate when names change', async () => {
    await newStore().open(signal);
    const store = new CertificateStore({ secret, access, names: ['other.shop-system.svc'], host });
    await store.open(signal);
    expect(certificateFacts(store.current.cert)?.fits('other.shop-system.svc')).toBe(true);
  });

  test('need an overlap that fits into their time', () => {
    expect(() => newStore({ servingMs: 5 * hour, overlapMs: hour })).toThrow(/six times the overlap/);
  });

  test('of an authority whose key is not there are made anew', async () => {
    const foreign = await makeAuthority({
      name: 'x',
      notBefore: host.clock.now() - hour,
      notAfter: host.clock.now() + day,
    });
    const pair = await issueCertificate(foreign, {
      commonName: 'x',
      use: 'server',
      names,
      notBefore: host.clock.now() - hour,
      notAfter: host.clock.now() + day,
    });
    const encoded = (text: string) => Buffer.from(text).toString('base64');
    access.stored = {
      metadata: { ...secret, resourceVersion: '1', labels: { 'webhook.reeve.dev/certificates': 'true' } },
      data: {
        'ca.crt': encoded(foreign.cert),
        'ca.key': encoded('none'),
        'tls.crt': encoded(pair.cert),
        'tls.key': encoded(pair.key),
      },
    };
    access.stored.metadata.resourceVersion = '0';
    const store = newStore();
    await store.open(signal);
    expect(store.current.cert).not.toBe(pair.cert);
    expect(trusts(store.bundle, store)).toBe(true);
  });
});
