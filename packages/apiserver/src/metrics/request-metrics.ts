/**
 * A few counters in Prometheus' text form, under the names of the real server: requests by verb, resource and code, and the watches that are open.
 */
import type { PlainResponse } from '../request/api-request.ts';
import type { RequestInfo } from '../request/request-info.ts';
import { Series, type Labels } from './series.ts';

export class RequestMetrics {
  readonly #requests = new Series();
  readonly #watches = new Series();
  readonly #more: () => readonly string[];

  /** `more` gives the lines of other metrics. */
  constructor(more: () => readonly string[] = () => []) {
    this.#more = more;
  }

  count(info: RequestInfo, code: number): void {
    this.#requests.add(`${keyOf(info)} ${code}`, () => ({ code, ...requestLabels(info) }), 1);
  }

  /** Counts an open watch; the function says that it has ended. */
  watching(info: RequestInfo): () => void {
    const add = (by: number) => this.#watches.add(keyOf(info), () => watchLabels(info), by);
    add(1);
    return () => add(-1);
  }

  answer(path: string): PlainResponse | undefined {
    if (path !== '/metrics') return undefined;
    const lines = [
      ...this.#requests.print('apiserver_request_total', 'counter', true),
      ...this.#watches.print('apiserver_longrunning_requests', 'gauge', true),
      ...this.#more(),
    ];
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: Buffer.from(`${lines.join('\n')}\n`),
    };
  }
}

/** What tells the series of two requests apart. Paths of others' choosing are one, or they would be as many as anybody likes. */
function keyOf(info: RequestInfo): string {
  if (!info.isResource) return `${info.verb} ${pathLabel(info.path)}`;
  return `${info.verb} ${info.group} ${info.version} ${info.plural} ${info.subresource ?? ''}`;
}

function requestLabels(info: RequestInfo): Labels {
  const verb = info.verb.toUpperCase();
  if (!info.isResource) return { group: '', resource: '', subresource: pathLabel(info.path), verb, version: '' };
  const { group, version, plural, subresource = '' } = info;
  return { group, resource: plural, subresource, verb, version };
}

function watchLabels(info: RequestInfo): Labels {
  return info.isResource
    ? { group: info.group, version: info.version, resource: info.plural }
    : { group: '', version: '', resource: '' };
}

/** Only the first part of a path. */
const pathLabel = (path: string): string => /^\/[a-z]{1,20}/.exec(path)?.[0] ?? '/';
