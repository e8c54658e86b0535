/**
 * The way to a webhook: a URL, or a Service in the cluster. Upstream: apiserver util/webhook ValidateWebhookURL and ValidateWebhookService.
 */
import {
  dnsSubdomain,
  fieldsAt,
  hasAt,
  invalid,
  numberAt,
  required,
  textAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { none, when } from './checks.ts';

const form = '; desired format: https://host[/path]';

/** The way to a webhook, at the path of its client's configuration. */
export function webhookClientProblems(client: Fields, field: string): readonly FieldError[] {
  if (hasAt(client, 'url') === hasAt(client, 'service'))
    return [required(field, 'exactly one of url or service is required')];
  return hasAt(client, 'url')
    ? urlProblems(textAt(client, 'url'), `${field}.url`)
    : serviceProblems(fieldsAt(client, 'service'), `${field}.service`);
}

function urlProblems(text: string, field: string): readonly FieldError[] {
  const problem = unreadable(text);
  if (problem !== undefined)
    return [required(field, `url must be a valid URL: parse ${JSON.stringify(text)}: ${problem}${form}`)];
  const [, scheme = '', rest = ''] = /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(.*)$/su.exec(text) ?? [];
  const [beforeHash = '', fragment = ''] = rest.split(/#(.*)/su);
  const [beforeQuery = '', query = ''] = beforeHash.split(/\?(.*)/su);
  const authority = /^\/\/([^/]*)/u.exec(beforeQuery)?.[1] ?? '';
  const [user, host] = authority.includes('@') ? authority.split(/@(?=[^@]*$)/u) : ['', authority];
  return [
    ...when(scheme !== 'https', invalid(field, scheme, `'https' is the only allowed URL scheme${form}`)),
    ...when(host === '', invalid(field, host, `host must be specified${form}`)),
    ...when(user !== '', invalid(field, user, 'user information is not permitted in the URL')),
    ...when(fragment !== '', invalid(field, fragment, 'fragments are not permitted in the URL')),
    ...when(query !== '', invalid(field, query, 'query parameters are not permitted in the URL')),
  ];
}

/** What Go's parser cannot read at all. */
function unreadable(text: string): string | undefined {
  if (text.startsWith(':')) return 'missing protocol scheme';
  const hasControl = Array.from(text, (character) => character.codePointAt(0) ?? 0).some(
    (code) => code < 32 || code === 127,
  );
  return hasControl ? 'net/url: invalid control character in URL' : undefined;
}

function serviceProblems(service: Fields, field: string): readonly FieldError[] {
  const port = numberAt(service, 'port');
  return [
    ...when(textAt(service, 'name') === '', required(`${field}.name`, '')),
    ...when(textAt(service, 'namespace') === '', required(`${field}.namespace`, '')),
    ...when(
      port < 1 || port > 65_535,
      invalid(`${field}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive'),
    ),
    ...(hasAt(service, 'path') ? pathProblems(textAt(service, 'path'), `${field}.path`) : none),
  ];
}

function pathProblems(path: string, field: string): readonly FieldError[] {
  if (path === '/' || path === '') return none;
  const steps = path.replace(/\/$/u, '').slice(1).split('/');
  return [
    ...when(path === '//', invalid(field, path, 'segment[0] may not be empty')),
    ...when(!path.startsWith('/'), invalid(field, path, "must start with a '/'")),
    ...(path === '//'
      ? none
      : steps.flatMap((step, index) => [
          ...when(step === '', invalid(field, path, `segment[${index}] may not be empty`)),
          ...(step === '' ? [] : dnsSubdomain(step)).map((problem) =>
            invalid(field, path, `segment[${index}]: ${problem}`),
          ),
        ])),
  ];
}
