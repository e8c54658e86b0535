/**
 * One valid manifest of every resource that can be written.
 */
import { otherManifests } from './other-manifests.mjs';
import { podManifests } from './pod-manifests.mjs';

/** A request for a certificate, which must be a real one. */
export const certificateRequest =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlISE1HNENBUUF3RERFS01BZ0dBMVVFQXd3QmRUQlpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQQpCTitERUVoMG9RRzBJM0hIQ0dRUVVjdTdIeWIvTHhyVlp0NVFlWmtNUktUUGFvd01DWnFLMi9VUGJpbGVnNkZmCkVKbkVVaVZCOWNYckxubVA3L1VucjB5Z0FEQUtCZ2dxaGtqT1BRUURBZ05KQURCR0FpRUFpbFh3cjdWRlpWQmYKQ1dLeWltazdReDlHNFdYM3gxY2tsSTBYQ0JCdkZjY0NJUUNSR2RCZ3hGVWIvNVhvTE5pbGZHTFM3MXJjNWl2egowSkxIVk8vY3NsY3Jpdz09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=';

/** A certificate that may be trusted: that of an authority. */
export const trustedCertificate =
  '-----BEGIN CERTIFICATE-----\nMIIBejCCASGgAwIBAgIUNy/zjZFl1EfO2GOjyKdIHc9xWAowCgYIKoZIzj0EAwIw\nEjEQMA4GA1UEAwwHdGVzdC1jYTAgFw0yNjExMjAwMDQ2MDdaGA8yMTI2MTAyNzAw\nNDYwN1owEjEQMA4GA1UEAwwHdGVzdC1jYTBZMBMGByqGSM49AgEGCCqGSM49AwEH\nA0IABOXkipJbtK72pAB5HaFtNcXgLA8S7/zt/jz1vRMGzwsLCXt1/2Nmveq08jhI\nm01u5hTVwMW2lFmK3G4Kr5S7PbyjUzBRMB0GA1UdDgQWBBT+OgM+6q69XcN6bIJA\nURRBwehlaDAfBgNVHSMEGDAWgBT+OgM+6q69XcN6bIJAURRBwehlaDAPBgNVHRMB\nAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIFKO2/ZKh4YO1CXbylsKHPceg0MP\nMgUkYV3BsQf+yXXFAiBpJyp5bYAP3elU2+RTOnAgNK5DtZN/o37N21hiXqqs/g==\n-----END CERTIFICATE-----\n';

/** A request for a certificate that says nothing but its key, as the kubelet makes it. */
export const stubRequest =
  'MIG5MGICAQAwADBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOXkipJbtK72pAB5HaFtNcXgLA8S7/zt/jz1vRMGzwsLCXt1/2Nmveq08jhIm01u5hTVwMW2lFmK3G4Kr5S7PbygADAKBggqhkjOPQQDAgNHADBEAiAc7ZK8SZi6pXVsQp+OKeYe+aUIByLnaW3ntXB2WYCsQwIgcD3EUP90lM/5SXy/XK8v+iTElOMJWiMf9dB5qfhi5fU=';

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
  'certificates.k8s.io/v1/clustertrustbundles': { spec: { trustBundle: trustedCertificate } },
  'certificates.k8s.io/v1/podcertificaterequests': {
    spec: {
      signerName: 'example.com/x',
      podName: 'p',
      podUID: '1',
      serviceAccountName: 's',
      serviceAccountUID: '2',
      nodeName: 'n',
      nodeUID: '3',
      maxExpirationSeconds: 3600,
      stubPKCS10Request: stubRequest,
    },
  },
};
