/**
 * Which admission plugins a server has: those that are on by default, with what is enabled and without what is disabled, by upstream's names.
 * Upstream: kubernetes pkg/kubeapiserver/options/plugins.go, and AdmissionOptions of apiserver.
 */

/** What is said about plugins, as `--enable-admission-plugins` and `--disable-admission-plugins` say it. */
export interface PluginChoice {
  readonly enable?: readonly string[];
  readonly disable?: readonly string[];
}

/** Plugins that are on unless they are disabled. */
const onByDefault =
  'NamespaceLifecycle LimitRanger ServiceAccount DefaultStorageClass PersistentVolumeClaimResize DefaultTolerationSeconds MutatingAdmissionWebhook ValidatingAdmissionWebhook ResourceQuota StorageObjectInUseProtection PodGroupProtection Priority TaintNodesByCondition RuntimeClass CertificateApproval CertificateSigning ClusterTrustBundleAttest CertificateSubjectRestriction DefaultIngressClass PodSecurity PodTopologyLabels MutatingAdmissionPolicy ValidatingAdmissionPolicy NodeDeclaredFeatureValidator PodResizeValidator'.split(
    ' ',
  );

/** Plugins that are off unless they are enabled, as far as this server has them. */
const offByDefault = ['AlwaysAdmit', 'AlwaysDeny', 'AlwaysPullImages', 'DenyServiceExternalIPs'];

/** Plugins that a real server has and this one does not. */
const elsewhere =
  'NamespaceAutoProvision NamespaceExists LimitPodHardAntiAffinityTopology NodeRestriction ImagePolicyWebhook PodNodeSelector PodTolerationRestriction EventRateLimit ExtendedResourceToleration OwnerReferencesPermissionEnforcement'.split(
    ' ',
  );

const known = new Set([...onByDefault, ...offByDefault, ...elsewhere]);

/** Tells whether a plugin is on. Throws for names that nobody knows, and for plugins that are not to be had here. */
export function pluginSelection(
  { enable = [], disable = [] }: PluginChoice,
  { hasControllers }: { readonly hasControllers: boolean },
): (name: string) => boolean {
  const problems = [
    ...unknownOf('enable-admission-plugins', enable),
    ...unknownOf('disable-admission-plugins', disable),
    ...overlapOf(enable, disable),
    ...enable
      .filter((name) => elsewhere.includes(name))
      .map((name) => `enable-admission-plugins plugin "${name}" is not there in the embedded server: leave it out`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const quiet = hasControllers ? [] : ['ServiceAccount']; // without controllers nobody makes the accounts that it asks for
  const on = new Set([...onByDefault.filter((name) => !quiet.includes(name)), ...enable]);
  for (const name of disable) on.delete(name);
  return (name) => on.has(name) || !known.has(name);
}

const unknownOf = (flag: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => !known.has(name)).map((name) => `${flag} plugin ${JSON.stringify(name)} is unknown`);

function overlapOf(enable: readonly string[], disable: readonly string[]): readonly string[] {
  const both = [...new Set(enable)].filter((name) => disable.includes(name)).toSorted();
  return both.length === 0
    ? []
    : [`[${both.join(' ')}] in enable-admission-plugins and disable-admission-plugins overlapped`];
}
