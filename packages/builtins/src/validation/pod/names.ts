/**
 * How names are resolved inside a pod: servers, searches and aliases of its own. Upstream: validatePodDNSConfig and ValidateHostAliases in kubernetes
 * pkg/apis/core/validation.
 */
import {
  dnsSearch,
  dnsSubdomain,
  fieldsAt,
  hasAt,
  invalid,
  itemsAt,
  required,
  textAt,
  textsAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, ipAddress, none, when, wordProblems } from '../checks.ts';

const mostServers = 3;
const mostSearches = 32;
const longestSearches = 2048;

/** The resolver's configuration, at its path. */
export function dnsConfigProblems(spec: Fields, field: string): readonly FieldError[] {
  const servers = textsAt(spec, 'dnsConfig', 'nameservers');
  const isNone = textAt(spec, 'dnsPolicy') === 'None';
  if (isNone && !hasAt(spec, 'dnsConfig'))
    return [required(field, 'must provide `dnsConfig` when `dnsPolicy` is None')];
  if (isNone && servers.length === 0)
    return [required(`${field}.nameservers`, 'must provide at least one DNS nameserver when `dnsPolicy` is None')];
  const config = fieldsAt(spec, 'dnsConfig');
  return [
    ...when(
      servers.length > mostServers,
      invalid(`${field}.nameservers`, servers, `must not have more than ${mostServers} nameservers`),
    ),
    ...servers.flatMap((server, index) => ipAddress(server, `${field}.nameservers[${index}]`)),
    ...searchProblems(textsAt(config, 'searches'), `${field}.searches`),
    ...eachItem(itemsAt(config, 'options'), `${field}.options`, (option, path) =>
      when(textAt(option, 'name') === '', required(path, 'must not be empty')),
    ),
  ];
}

/** Names for an address. */
export const aliasProblems = (alias: Fields, field: string): readonly FieldError[] => [
  ...ipAddress(textAt(alias, 'ip'), `${field}.ip`),
  ...textsAt(alias, 'hostnames').flatMap((name, index) =>
    wordProblems(dnsSubdomain, name, `${field}.hostnames[${index}]`),
  ),
];

function searchProblems(searches: readonly string[], field: string): readonly FieldError[] {
  const characters = searches.join(' ').length;
  return [
    ...when(
      searches.length > mostSearches,
      invalid(field, searches, `must not have more than ${mostSearches} search paths`),
    ),
    ...when(
      characters > longestSearches,
      invalid(
        field,
        searches,
        `must not have more than ${longestSearches} characters (including spaces) in the search list`,
      ),
    ),
    ...searches.flatMap((search, index) =>
      search === '.' ? none : wordProblems(dnsSearch, search.replace(/\.$/u, ''), `${field}[${index}]`),
    ),
  ];
}
