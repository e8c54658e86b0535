/**
 * What a pod has when its manifest does not say, alone or as the template of a workload. Upstream: kubernetes pkg/apis/core/v1 SetDefaults_PodSpec and
 * SetDefaults_Pod.
 */
import { isSet, itemsAt, textAt, type Fields } from '@reeve/registry';
import { containerDefaults, hostPortDefaults, requestDefaults } from './container.ts';
import { all, always, each, fill, within, type Fill } from './fill.ts';
import { volumeDefaults } from './volume.ts';

/** Completes the spec of a pod, which a template has too. */
export const podSpecDefaults: Fill = all(
  (spec) =>
    fill(spec, {
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      securityContext: {},
      schedulerName: 'default-scheduler',
    }),
  withBothAccountNames,
  (spec) => eachContainer(spec, containerDefaults),
  (spec) => each(spec, 'volumes', volumeDefaults),
);

/** Completes the template of a workload. */
export const podTemplateDefaults: Fill = all(
  (template) => always(template, 'metadata', (metadata) => metadata),
  (template) => always(template, 'spec', podSpecDefaults),
);

/** Completes a pod. */
export const podDefaults: Fill = (pod) =>
  always(
    within(pod, 'status', withBothAddresses),
    'spec',
    all(
      podSpecDefaults,
      positiveGrace,
      (spec) => fill(spec, { enableServiceLinks: true }),
      (spec) => (spec['hostNetwork'] === true ? eachContainer(spec, hostPortDefaults) : spec),
      (spec) => eachContainer(spec, requestDefaults),
      requestDefaults,
    ),
  );

/** The first address is told twice, once under a name of old. */
const withBothAddresses: Fill = (status) => {
  const first = (name: string, list: string): Fields => {
    const own = textAt(status, name);
    const listed = textAt(itemsAt(status, list)[0], 'ip');
    if (own !== '' && listed !== own) return { [list]: [{ ip: own }] };
    return own === '' && listed !== '' ? { [name]: listed } : {};
  };
  const added = { ...first('podIP', 'podIPs'), ...first('hostIP', 'hostIPs') };
  return Object.keys(added).length === 0 ? status : { ...status, ...added };
};

/** A PodTemplate is a template and nothing else. */
export const podTemplateObjectDefaults: Fill = (object) => within(object, 'template', podTemplateDefaults);

function eachContainer(spec: Fields, complete: Fill): Fields {
  return each(each(each(spec, 'initContainers', complete), 'containers', complete), 'ephemeralContainers', complete);
}

/** The account's name is told twice, once under the name of old. */
function withBothAccountNames(spec: Fields): Fields {
  const name = textAt(spec, 'serviceAccountName') || textAt(spec, 'serviceAccount');
  return name === '' ? spec : fill(spec, { serviceAccountName: name, serviceAccount: name });
}

const positiveGrace: Fill = (spec) => {
  const seconds = spec['terminationGracePeriodSeconds'];
  return isSet(seconds) && Number(seconds) < 0 ? { ...spec, terminationGracePeriodSeconds: 1 } : spec;
};
