/**
 * A few counters in Prometheus' text form, under the names of the real server: requests by verb, resource and code, and the watches that are open.
 */
import type { PlainResponse } from '../request/api-request.ts';
import type { RequestInfo } from '../request/request-info.ts';

export class RequestMetrics {
  readonly #requests = new Map<string, number>();
  readonly #watches = new Map<string, number>();

  count(info: RequestInfo, code: number): void {
    const labels = info.isResource
      ? {
          code,
          group: info.group,
          resource: info.plural,
          subresource: info.subresource ?? '',
          verb: info.verb.toUpperCase(),
          version: info.version,
        }
      : { code, group: '', resource: '', subresource: info.path, verb: info.verb.toUpperCase(), version: '' };
    bump(this.#requests, print(labels), 1);
  }

  /** Counts an open watch; the function says that it has ended. */
  watching(info: RequestInfo): () => void {
    const labels = print(
      info.isResource
        ? { group: info.group, version: info.version, resource: info.plural }
        : { group: '', version: '', resource: '' },
    );
    bump(this.#watches, labels, 1);
    return () => bump(this.#watches, labels, -1);
  }

  answer(path: string): PlainResponse | undefined {
    if (path !== '/metrics') return undefined;
    const lines = [
      '# TYPE apiserver_request_total counter',
      ...[...this.#requests].map(([labels, value]) => `apiserver_request_total{${labels}} ${value}`),
      '# TYPE apiserver_longrunning_requests gauge',
      ...[...this.#watches].map(([labels, value]) => `apiserver_longrunning_requests{${labels}} ${value}`),
    ];
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: Buffer.from(`${lines.join('\n')}\n`),
    };
  }
}

function bump(counts: Map<string, number>, labels: string, by: number): void {
  counts.set(labels, (counts.get(labels) ?? 0) + by);
}

function print(labels: Readonly<Record<string, string | number>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(String(value))}`)
    .join(',');
}
