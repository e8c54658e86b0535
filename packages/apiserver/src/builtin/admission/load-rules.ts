/**
 * Waits for the rules of a kind before anything of it is written.
 */
import type { ApiObject } from '../../resource/served-resource.ts';
import type { AdmissionPlugin } from '../../write/admission.ts';

export const loadRules: AdmissionPlugin = {
  name: 'LoadRules',
  async mutate({ resource, object }) {
    await resource.strategy.load?.();
    return object as ApiObject; // there is one when something is to be changed
  },
};
