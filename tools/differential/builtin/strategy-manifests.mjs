/**
 * One valid manifest of every resource that can be written.
 */
import { otherManifests } from './other-manifests.mjs';
import { podManifests } from './pod-manifests.mjs';

/** A request for a certificate, which must be a real one. */
export const certificateRequest =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlISE1HNENBUUF3RERFS01BZ0dBMVVFQXd3QmRUQlpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQQpCTitERUVoMG9RRzBJM0hIQ0dRUVVjdTdIeWIvTHhyVlp0NVFlWmtNUktUUGFvd01DWnFLMi9VUGJpbGVnNkZmCkVKbkVVaVZCOWNYckxubVA3L1VucjB5Z0FEQUtCZ2dxaGtqT1BRUURBZ05KQURCR0FpRUFpbFh3cjdWRlpWQmYKQ1dLeWltazdReDlHNFdYM3gxY2tsSTBYQ0JCdkZjY0NJUUNSR2RCZ3hGVWIvNVhvTE5pbGZHTFM3MXJjNWl2egowSkxIVk8vY3NsY3Jpdz09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=';

/** @type {Record<string, any>} */
export const strategyManifests = {
  ...Object.fromEntries(
    Object.entries({ ...podManifests, ...otherManifests }).map(([resource, cases]) => [
      resource,
      Object.values(cases)[0],
    ]),
  ),
  'certificates.k8s.io/v1/certificatesigningrequests': {
    spec: { signerName: 'example.com/x', usages: ['client auth'], request: certificateRequest },
  },
};
