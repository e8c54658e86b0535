/**
 * A few counters in Prometheus' text form, under the names of the real server: requests by verb, resource and code, and the watches that are open.
 */
import type { PlainResponse } from '../request/api-request.ts';
import type { RequestInfo } from '../request/request-info.ts';

/** A family of series under one name: each has labels, and a value that only its key finds. */
class Series {
  readonly #values = new Map<string, { readonly labels: Labels; value: number }>();

  add(key: string, labels: () => Labels, by: number): void {
    const known = this.#values.get(key);
    if (known) known.value += by;
    else this.#values.set(key, { labels: labels(), value: by });
  }

  print(name: string): string[] {
    return Array.from(this.#values.values(), ({ labels, value }) => `${name}{${printLabels(labels)}} ${value}`);
  }
}

type Labels = Readonly<Record<string, string | number>>;

export class RequestMetrics {
  readonly #requests = new Series();
  readonly #watches = new Series();

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
      '# TYPE apiserver_request_total counter',
      ...this.#requests.print('apiserver_request_total'),
      '# TYPE apiserver_longrunning_requests gauge',
      ...this.#watches.print('apiserver_longrunning_requests'),
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

const printLabels = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(String(value))}`)
    .join(',');
