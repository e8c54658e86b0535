/**
 * What objects of each built-in resource may be called, as one table: resources that are not in it have DNS subdomains for names. Upstream: the Validate…Name
 * functions of kubernetes pkg/apis.
 */
import {
  asPrefix,
  dnsLabel,
  dnsSubdomain,
  dnsSubdomainInBytes,
  pathSegment,
  pathSegmentPrefix,
  type Strategy,
  type WordRule,
} from '@reeve/registry';
import { canonicalAddressProblem } from './ip-address.ts';

/** The problems of a name, or of the prefix from which one will be generated. */
export type NameRule = Strategy['nameProblems'];

const dnsRule =
  (rule: WordRule): NameRule =>
  (name, isPrefix) =>
    rule(isPrefix ? asPrefix(name) : name);
const subdomain = dnsRule(dnsSubdomain);
const label = dnsRule(dnsLabel);
const segment: NameRule = (name, isPrefix) => (isPrefix ? pathSegmentPrefix(name) : pathSegment(name));
/** Newer validation does not look at prefixes. */
const subdomainOfNamesOnly: NameRule = (name, isPrefix) => (isPrefix ? [] : dnsSubdomainInBytes(name));
const address: NameRule = (name) => [canonicalAddressProblem(name) ?? []].flat();

/** A bundle of a signer is called after it; what follows is looked at with the signer's name, by the validation of bundles. */
const afterSigner: NameRule = () => [];

const rules: Readonly<Record<string, NameRule>> = {
  events: segment,
  namespaces: label,
  replicationcontrollers: subdomainOfNamesOnly,
  services: label,
  'apiregistration.k8s.io/apiservices': segment,
  'apps/statefulsets': label,
  'certificates.k8s.io/certificatesigningrequests': segment,
  'certificates.k8s.io/clustertrustbundles': afterSigner,
  'networking.k8s.io/ipaddresses': address,
  'policy/poddisruptionbudgets': segment,
  'rbac.authorization.k8s.io/clusterrolebindings': segment,
  'rbac.authorization.k8s.io/clusterroles': segment,
  'rbac.authorization.k8s.io/rolebindings': segment,
  'rbac.authorization.k8s.io/roles': segment,
  'resource.k8s.io/deviceclasses': subdomainOfNamesOnly,
};

/** The rule for the names of a resource, given as `plural` or `group/plural`. */
export const nameRuleOf = (resource: string): NameRule => rules[resource] ?? subdomain;
