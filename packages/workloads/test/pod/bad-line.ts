import type { Transport, TransportRequest, TransportResponse } from '@reeve/machinery';

/** A line that can go bad: answers to creations of a resource are lost, though the server has done what was asked, and what watches of it tell is late. */
export class BadLine implements Transport {
  readonly #transport: Transport;
  readonly #resource: string;
  #lost = 0;
  #isLate = false;

  constructor(transport: Transport, resource: string) {
    this.#transport = transport;
    this.#resource = resource;
  }

  /** From now on watches tell nothing, and so many answers are lost. */
  goBad(lost: number): void {
    [this.#lost, this.#isLate] = [lost, true];
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#transport.request(request);
    if (!request.path.includes(`/${this.#resource}`)) return response;
    if (request.method === 'POST' && this.#lost-- > 0) throw new Error('the line is dead');
    return request.path.includes('watch=') ? { ...response, body: this.#whileGood(response.body) } : response;
  }

  async *#whileGood(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of body) if (!this.#isLate) yield chunk;
  }
}
