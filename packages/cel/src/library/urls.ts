/**
 * URLs: `url`, `isURL` and the parts of one.
 * Upstream: apiserver/pkg/cel/library URLs.
 */
import { listType, mapType, types } from '../types/type.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { ListValue } from '../values/list-value.ts';
import { MapValue } from '../values/map-value.ts';
import { isUri, parseUrl, Url, urlType } from '../values/url.ts';
import { copiesFirst, functions, global, member } from './declare.ts';
import type { Library } from './library.ts';

function urlOf(text: string): Url {
  const parsed = parseUrl(text);
  if (parsed instanceof Url) return parsed;
  throw new EvaluationError(`URL parse error during conversion from string: ${parsed.problem}`);
}

const queryOf = (url: Url): MapValue =>
  MapValue.of(Array.from(url.query, ([name, values]) => [name, ListValue.of(values)] as const));

/** `url`, `isURL` and the parts of a URL. */
export const urlsLibrary: Library = {
  name: 'kubernetes.urls',
  types: [urlType],
  functions: functions({
    url: global('string_to_url', [types.string], urlType, urlOf, copiesFirst()),
    isURL: global('is_url_string', [types.string], types.bool, isUri),
    getScheme: member('url_get_scheme', [urlType], types.string, (url: Url) => url.scheme),
    getHost: member('url_get_host', [urlType], types.string, (url: Url) => url.host),
    getHostname: member('url_get_hostname', [urlType], types.string, (url: Url) => url.hostname),
    getPort: member('url_get_port', [urlType], types.string, (url: Url) => url.port),
    getEscapedPath: member('url_get_escaped_path', [urlType], types.string, (url: Url) => url.escapedPath),
    getQuery: member('url_get_query', [urlType], mapType(types.string, listType(types.string)), queryOf),
  }),
};
