/**
 * What the conversion of a definition must satisfy. One by webhook is checked and kept.
 */
import {
  dns1035Label,
  dnsSubdomain,
  forbiddenField,
  invalid,
  notSupported,
  required,
  type FieldError,
} from '@reeve/registry';
import { certificateProblem } from './ca-bundle.ts';
import type { Conversion, WebhookClientConfig } from './definition.ts';

const field = 'spec.conversion';
const clientConfig = `${field}.webhookClientConfig`;
const reviewVersions = `${field}.conversionReviewVersions`;
const strategies = ['None', 'Webhook'];
const knownReviewVersions = ['v1', 'v1beta1'];
const form = '; desired format: https://host[/path]';

export function conversionProblems(conversion: Conversion | undefined, allowsOdd: boolean): FieldError[] {
  if (conversion === undefined) return [];
  const { strategy = '', webhook } = conversion;
  const known =
    strategy === ''
      ? [required(`${field}.strategy`, '')]
      : strategies.includes(strategy)
        ? []
        : [notSupported(`${field}.strategy`, strategy, strategies)];
  if (strategy === 'Webhook')
    return [
      ...known,
      ...clientConfigProblems(webhook?.clientConfig, allowsOdd),
      ...reviewVersionProblems(webhook?.conversionReviewVersions ?? []),
    ];
  const superfluous = 'should not be set when strategy is not set to Webhook';
  return [
    ...known,
    ...(webhook?.clientConfig ? [forbiddenField(clientConfig, superfluous)] : []),
    ...(webhook?.conversionReviewVersions?.length ? [forbiddenField(reviewVersions, superfluous)] : []),
  ];
}

/** Whether a bundle that cannot be read is let through: as long as nobody serves by it, or when it was odd before. */
export function allowsOddBundle(isEstablished: boolean, before: Conversion | undefined): boolean {
  const bundle = before?.webhook?.clientConfig?.caBundle;
  return !isEstablished || (bundle !== undefined && bundle !== '' && certificateProblem(bundle) !== undefined);
}

function clientConfigProblems(config: WebhookClientConfig | undefined, allowsOdd: boolean): FieldError[] {
  if (config === undefined) return [required(clientConfig, 'required when strategy is set to Webhook')];
  const { url, service, caBundle = '' } = config;
  const problem = allowsOdd || caBundle === '' ? undefined : certificateProblem(caBundle);
  return [
    ...((url === undefined) === (service === undefined)
      ? [required(clientConfig, 'exactly one of url or service is required')]
      : url === undefined
        ? serviceProblems(service ?? {})
        : urlProblems(url)),
    ...(problem === undefined ? [] : [invalid(`${clientConfig}.caBundle`, caBundle, problem)]),
  ];
}

function urlProblems(url: string): FieldError[] {
  const at = `${clientConfig}.url`;
  const [, scheme = '', authority = '', , query = '', fragment = ''] =
    /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? [];
  const [host = '', user] = authority.split('@').toReversed();
  return [
    ...(scheme.toLowerCase() === 'https'
      ? []
      : [invalid(at, scheme.toLowerCase(), `'https' is the only allowed URL scheme${form}`)]),
    ...(host === '' ? [invalid(at, host, `host must be specified${form}`)] : []),
    ...(user === undefined ? [] : [invalid(at, user, 'user information is not permitted in the URL')]),
    ...(fragment === '' ? [] : [invalid(at, fragment, 'fragments are not permitted in the URL')]),
    ...(query === '' ? [] : [invalid(at, query, 'query parameters are not permitted in the URL')]),
  ];
}

/** The real server takes name and namespace for each other here, and so do its messages. */
function serviceProblems({
  name = '',
  namespace = '',
  path = '',
  port = 443,
}: NonNullable<WebhookClientConfig['service']>) {
  const at = `${clientConfig}.service`;
  return [
    ...(namespace === '' ? [required(`${at}.name`, '')] : []),
    ...(name === '' ? [required(`${at}.namespace`, '')] : []),
    ...(port >= 1 && port <= 65535
      ? []
      : [invalid(`${at}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive')]),
    ...servicePathProblems(path, `${at}.path`),
  ];
}

function servicePathProblems(path: string, at: string): FieldError[] {
  if (path === '' || path === '/') return [];
  if (path === '//') return [invalid(at, path, 'segment[0] may not be empty')];
  const segments = path.slice(1).replace(/\/$/, '').split('/');
  return [
    ...(path.startsWith('/') ? [] : [invalid(at, path, "must start with a '/'")]),
    ...segments.flatMap((segment, index) =>
      segment === ''
        ? [invalid(at, path, `segment[${index}] may not be empty`)]
        : dnsSubdomain(segment).map((problem) => invalid(at, path, `segment[${index}]: ${problem}`)),
    ),
  ];
}

function reviewVersionProblems(versions: readonly string[]): FieldError[] {
  if (versions.length === 0) return [required(reviewVersions, '')];
  return [
    ...versions.flatMap((version, index) =>
      versions.indexOf(version) < index
        ? [invalid(`${reviewVersions}[${index}]`, version, 'duplicate version')]
        : dns1035Label(version).map((problem) => invalid(`${reviewVersions}[${index}]`, version, problem)),
    ),
    ...(versions.some((version) => knownReviewVersions.includes(version))
      ? []
      : [invalid(reviewVersions, versions, `must include at least one of ${knownReviewVersions.join(', ')}`)]),
  ];
}
