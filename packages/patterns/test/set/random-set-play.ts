/**
 * Random sets against a model: objects come, change and go, members drift or are deleted, objects without an owner stand in their place, others belong to another set, and the process ends before
 * any of its requests. Afterwards one undisturbed run must bring the cluster into exactly the state that the model says, and one more must send nothing.
 */
import { Client, mergePatch } from '@reeve/client';
import { ConfigMap, Secret } from '@reeve/kinds/core/v1';
import { SeededRandom, deepEqual } from '@reeve/machinery';
import type { Host, KubeObject, Random, Transport } from '@reeve/machinery';
import { objectSet, ObjectSetError, partOfLabel } from '@reeve/patterns';

/** Where it is played. */
export interface RandomSetGround {
  readonly transport: Transport;
  readonly host: Host;
  /** It is there, and nobody else writes to it. */
  readonly namespace: string;
}

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
/** A ConfigMap of this name is in another set. */
const foreign = 'e';
/** ConfigMaps of this name come without an owner, and are adopted. */
const stray = 'f';

const pick = <T>(random: Random, from: readonly T[]): T => from[random.integer(from.length)] as T;

/** Something that is not as the model says. */
export interface SetProblem {
  readonly at: string;
  readonly what: string;
  readonly found: unknown;
  readonly wanted: unknown;
}

/** Plays some rounds, and returns what is not as the model says. */
export async function playRandomSets(ground: RandomSetGround, seed: number, rounds: number): Promise<SetProblem[]> {
  const play = new Play(ground, new SeededRandom(seed));
  await play.begin();
  for (let round = 0; round < rounds; round += 1) await play.round(`seed ${seed}, round ${round}`);
  return play.problems;
}

class Play {
  readonly problems: SetProblem[] = [];
  readonly #ground: RandomSetGround;
  readonly #random: SeededRandom;
  readonly #admin: Client;

  constructor(ground: RandomSetGround, random: SeededRandom) {
    this.#ground = ground;
    this.#random = random;
    this.#admin = new Client({ transport: ground.transport, host: ground.host });
  }

  /** Another set has an object that this one wants, too. */
  async begin(): Promise<void> {
    const { namespace, host } = this.#ground;
    await objectSet(this.#admin, { id: 'other', namespace, host }).apply([this.#config(foreign, 'theirs')]);
  }

  async round(at: string): Promise<void> {
    const objects = this.#chosen();
    for (let crash = this.#random.integer(3); crash > 0; crash -= 1) {
      await this.#set(this.#ending(this.#random.integer(8)))
        .apply(objects)
        .catch(() => undefined); // its process has ended, or somebody else's object is in the way
      await this.#disturb();
    }
    const refused = isForeignIn(objects) ? [this.#key(foreign)] : [];
    this.#compare(at, 'what is refused', await this.#refused(objects), refused);
    this.#compare(at, 'members', await this.#members(), wantedOf(objects));
    const { data } = await this.#admin.get(ConfigMap, this.#key(foreign));
    this.#compare(at, "another set's object", data, { a: 'theirs' });
    const writes: string[] = [];
    await this.#set(this.#noting(writes))
      .apply(objects)
      .catch(() => undefined); // somebody else's object is still in the way
    this.#compare(at, 'writes of one run more', writes, []);
  }

  #compare(at: string, what: string, found: unknown, wanted: unknown): void {
    if (!deepEqual(found, wanted)) this.problems.push({ at, what, found, wanted });
  }

  /** The objects of a round: some names, in ConfigMaps and Secrets, with one of three values. */
  #chosen(): KubeObject[] {
    const { namespace } = this.#ground;
    return names
      .filter(() => this.#random.integer(2) === 0)
      .map((name) => {
        const a = String(this.#random.integer(3));
        const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name }, stringData: { a } };
        return this.#random.integer(4) === 0 ? secret : this.#config(name, a);
      });
  }

  /** Somebody else writes. What is not there cannot be changed, and what is there cannot be created. */
  async #disturb(): Promise<void> {
    const name = pick(
      this.#random,
      names.filter((one) => one !== foreign),
    );
    const drifted = mergePatch({ data: { a: 'drifted' } });
    const acts = {
      delete: () => this.#admin.delete(ConfigMap, this.#key(name)),
      drift: () => this.#admin.patch(ConfigMap, this.#key(name), drifted),
      stray: async () => {
        const { namespace } = this.#ground;
        const metadata = { namespace, name: stray };
        await this.#admin.delete(ConfigMap, this.#key(stray)).catch(() => undefined);
        await this.#admin.create(ConfigMap, { metadata, data: { a: 'stray' } });
      },
      nothing: () => Promise.resolve(undefined),
    };
    const act = acts[pick(this.#random, ['delete', 'drift', 'stray', 'nothing'] as const)];
    await (act() as Promise<unknown>).catch(() => undefined);
  }

  /** What one undisturbed run refuses. */
  async #refused(objects: readonly KubeObject[]): Promise<string[]> {
    try {
      await this.#set(this.#admin).apply(objects);
      return [];
    } catch (error) {
      if (!(error instanceof ObjectSetError)) throw error;
      return error.report.results.filter(({ action }) => action === 'failed').map(({ key }) => key);
    }
  }

  /** What the cluster has in the set. */
  async #members(): Promise<string[]> {
    const { namespace } = this.#ground;
    const query = { namespace, labels: `${partOfLabel}=${this.#set(this.#admin).identity}` };
    const configs = (await this.#admin.list(ConfigMap, query)).items.map(({ metadata, data }) =>
      shown('ConfigMap', metadata.name, data?.['a']),
    );
    const secrets = (await this.#admin.list(Secret, query)).items.map(({ metadata, data }) =>
      shown('Secret', metadata.name, Buffer.from(data?.['a'] ?? '', 'base64').toString()),
    );
    return [...configs, ...secrets].toSorted();
  }

  #set(client: Client) {
    const { namespace, host } = this.#ground;
    return objectSet(client, { id: 'random', namespace, force: true, adopt: 'unowned', host });
  }

  /** A client whose process ends before its n-th write. */
  #ending(writes: number): Client {
    let left = writes;
    return this.#through(() => {
      left -= 1;
      if (left < 0) throw new Error('the process has ended');
    });
  }

  #noting(writes: string[]): Client {
    return this.#through((method, path) => void writes.push(`${method} ${path}`));
  }

  /** A client whose writes are heard of before they are sent. */
  #through(hear: (method: string, path: string) => void): Client {
    const { transport, host } = this.#ground;
    const heard: Transport = {
      async request(request) {
        if (request.method !== 'GET') hear(request.method, request.path);
        return await transport.request(request);
      },
    };
    return new Client({ transport: heard, host });
  }

  #config(name: string, a: string): KubeObject {
    const { namespace } = this.#ground;
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name }, data: { a } } as KubeObject;
  }

  #key(name: string): string {
    return `${this.#ground.namespace}/${name}`;
  }
}

const shown = (kind: string, name: string, a: string | undefined): string => `${kind} ${name} ${a}`;

/** What the model says: what was asked for, without what belongs to another set. */
const wantedOf = (objects: readonly KubeObject[]): string[] =>
  objects
    .map((object) => object as KubeObject & { data?: Record<string, string>; stringData?: Record<string, string> })
    .filter(({ kind, metadata }) => kind !== 'ConfigMap' || metadata.name !== foreign)
    .map(({ kind = '', metadata, data, stringData }) => shown(kind, metadata.name ?? '', (data ?? stringData)?.['a']))
    .toSorted();

const isForeignIn = (objects: readonly KubeObject[]): boolean =>
  objects.some(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === foreign);
