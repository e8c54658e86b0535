/**
 * Addresses and node ports for Services: each is given away once, by chance, and the lower part of a range last, so that it stays free for those who choose
 * for themselves. Holds no state: who has what is read from the Services there are. Upstream: the ipallocator and portallocator of kubernetes pkg/registry.
 */
import { formatIpAddress, readIpAddress, type Random } from '@reeve/machinery';
import { itemsAt, numberAt, textAt, textsAt, type ApiObject } from '@reeve/registry';

/** The first and the last of a range, and where its upper part begins. */
interface Band {
  readonly first: number;
  readonly upper: number;
  readonly last: number;
}

const nodePorts: Band = { first: 30_000, upper: 30_086, last: 32_767 };

/** Chooses addresses from a range such as `10.0.0.0/24`. */
export class ServiceAddresses {
  readonly #random: Random;
  readonly #network: number;
  readonly #band: Band;
  /** The range as messages name it. */
  readonly range: string;

  constructor(random: Random, range = '10.0.0.0/24') {
    this.range = range;
    const [address = '', bits = ''] = range.split('/');
    const size = 2 ** (32 - Number(bits));
    const network = numberOfAddress(address) ?? 0;
    this.#random = random;
    this.#network = network;
    // The network itself and the broadcast address are nobody's.
    const upper = network + Math.min(Math.max(16, size / 16), 256);
    this.#band = { first: network + 1, upper, last: network + size - 2 };
  }

  /** What a request that is only tried gets to see. */
  get placeholder(): string {
    return addressOfNumber(this.#network);
  }

  /** True of an address that can be given away. */
  holds(address: string): boolean {
    const value = numberOfAddress(address);
    return value !== undefined && value >= this.#band.first && value <= this.#band.last;
  }

  /** A free address; undefined when there is none. */
  address(services: readonly ApiObject[]): string | undefined {
    const taken = new Set(services.flatMap((service) => textsAt(service, 'spec', 'clusterIPs')).map(numberOfAddress));
    const found = this.#free(this.#band, (value) => taken.has(value));
    return found === undefined ? undefined : addressOfNumber(found);
  }

  /** A free node port; undefined when there is none. */
  nodePort(taken: ReadonlySet<number>): number | undefined {
    return this.#free(nodePorts, (value) => taken.has(value));
  }

  #free({ first, upper, last }: Band, isTaken: (value: number) => boolean): number | undefined {
    return this.#freeWithin(upper, last, isTaken) ?? this.#freeWithin(first, upper - 1, isTaken);
  }

  /** The first free one after a point chosen by chance. */
  #freeWithin(first: number, last: number, isTaken: (value: number) => boolean): number | undefined {
    const size = last - first + 1;
    const start = this.#random.integer(size);
    for (let step = 0; step < size; step += 1) {
      const value = first + ((start + step) % size);
      if (!isTaken(value)) return value;
    }
    return undefined;
  }
}

/** An IPv4 address as a number; undefined for anything else. */
function numberOfAddress(text: string): number | undefined {
  const groups = readIpAddress(text, 'strict');
  const [high = 0, low = 0] = groups ?? [];
  return groups?.length === 2 ? high * 2 ** 16 + low : undefined;
}

const addressOfNumber = (value: number): string => formatIpAddress([Math.floor(value / 2 ** 16), value % 2 ** 16]);

/** The range of node ports as messages name it. */
export const nodePortRange = `${nodePorts.first}-${nodePorts.last}`;

export const isNodePort = (port: number): boolean => port >= nodePorts.first && port <= nodePorts.last;

/** The node ports that Services have, those for health checks included. */
export const nodePortsOf = (services: readonly ApiObject[]): number[] =>
  services.flatMap((service) => [
    ...itemsAt(service, 'spec', 'ports').map((port) => numberAt(port, 'nodePort')),
    numberAt(service, 'spec', 'healthCheckNodePort'),
  ]);

/** True of a Service that has an address. */
export const needsAddress = (spec: unknown): boolean =>
  textAt(spec, 'type') !== 'ExternalName' && textAt(spec, 'clusterIP') !== 'None';
