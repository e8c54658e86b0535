import { describe, expect, test } from 'vitest';
import { programPath } from '@reeve/testing';

describe('a program of the control plane is', () => {
  for (const [where, folder, environment, path] of [
    ['where its own variable says', '/given', { TEST_ASSET_KUBE_APISERVER: '/own/server' }, '/own/server'],
    ['in the folder that the test gives', '/given', { KUBEBUILDER_ASSETS: '/assets' }, '/given/kube-apiserver'],
    ['in the folder of KUBEBUILDER_ASSETS', undefined, { KUBEBUILDER_ASSETS: '/assets' }, '/assets/kube-apiserver'],
    ['where kubebuilder puts it', undefined, {}, '/usr/local/kubebuilder/bin/kube-apiserver'],
    ['where an empty variable does not say', '', { KUBEBUILDER_ASSETS: '/assets' }, '/assets/kube-apiserver'],
  ] as const) {
    test(`${where} · CR-121`, () => {
      expect(programPath('kube-apiserver', folder, environment)).toBe(path);
    });
  }
});
