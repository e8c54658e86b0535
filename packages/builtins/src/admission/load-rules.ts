/**
 * Waits for the rules of a kind before anything of it is written.
 */
import type { AdmissionPlugin, ApiObject } from '@reeve/registry';

export const loadRules: AdmissionPlugin = {
  name: 'LoadRules',
  mutate({ resource, object }) {
    const loading = resource.strategy.load?.();
    const same = object as ApiObject; // there is one when something is to be changed
    return loading === undefined ? same : loading.then(() => same);
  },
};
