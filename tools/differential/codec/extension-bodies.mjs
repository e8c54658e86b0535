/** What extends the API: definitions, admission, devices, other servers. */
import { node, selector } from './pod-parts.mjs';

const webhook = {
  name: 'w.example.com',
  clientConfig: { url: 'https://hooks.example.com/w' },
  rules: [
    {
      operations: ['CREATE', 'UPDATE'],
      apiGroups: ['apps'],
      apiVersions: ['v1'],
      resources: ['deployments'],
      scope: 'Namespaced',
    },
  ],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  timeoutSeconds: 5,
  matchConditions: [{ name: 'own', expression: 'true' }],
};
const matchConstraints = { resourceRules: [{ ...webhook.rules[0], resourceNames: ['a'] }] };

/** @type {Record<string, object[]>} */
export const extensionBodies = {
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions': [
    {
      metadata: { name: 'fields.estate.example.com' },
      spec: {
        group: 'estate.example.com',
        scope: 'Namespaced',
        names: { plural: 'fields', kind: 'Field', shortNames: ['fd'] },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
            additionalPrinterColumns: [{ name: 'N', type: 'integer', jsonPath: '.spec.n', priority: 1 }],
            selectableFields: [{ jsonPath: '.spec.name' }],
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    type: 'object',
                    required: ['n'],
                    'x-kubernetes-validations': [
                      { rule: 'self.n > 0 || oldSelf.hasValue()', message: 'm', optionalOldSelf: true },
                    ],
                    properties: {
                      n: { type: 'integer', format: 'int32', minimum: 0, maximum: 1e9, default: 0, multipleOf: 1 },
                      name: { type: 'string', enum: ['a', 'b', ''], default: 'a', minLength: 0 },
                      any: {
                        'x-kubernetes-preserve-unknown-fields': true,
                        type: 'object',
                        nullable: true,
                        default: { z: [1, 2.5], a: null },
                      },
                      port: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
                      map: {
                        type: 'object',
                        additionalProperties: {
                          type: 'array',
                          items: { type: 'string' },
                          'x-kubernetes-list-type': 'set',
                        },
                      },
                      free: { type: 'object', additionalProperties: true },
                      list: {
                        type: 'array',
                        'x-kubernetes-list-type': 'map',
                        'x-kubernetes-list-map-keys': ['k'],
                        items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
                      },
                    },
                  },
                },
              },
            },
          },
        ],
      },
    },
  ],
  '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations': [
    { metadata: { name: 'vw' }, webhooks: [{ ...webhook, namespaceSelector: selector }] },
  ],
  '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations': [
    { metadata: { name: 'mw' }, webhooks: [{ ...webhook, reinvocationPolicy: 'IfNeeded', objectSelector: {} }] },
  ],
  '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies': [
    {
      metadata: { name: 'vap' },
      spec: {
        matchConstraints,
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        variables: [{ name: 'v', expression: '1' }],
        validations: [{ expression: 'true', messageExpression: "'no'", reason: 'Forbidden' }],
      },
    },
  ],
  '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings': [
    {
      metadata: { name: 'vapb' },
      spec: { policyName: 'vap', validationActions: ['Deny'], paramRef: { selector, parameterNotFoundAction: 'Deny' } },
    },
  ],
  '/apis/resource.k8s.io/v1/deviceclasses': [
    {
      metadata: { name: 'dc' },
      spec: {
        selectors: [{ cel: { expression: 'true' } }],
        config: [{ opaque: { driver: 'd.example.com', parameters: { kind: 'P', n: 1 } } }],
      },
    },
  ],
  '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims': [
    {
      metadata: { name: 'rcl' },
      spec: {
        devices: {
          requests: [
            {
              name: 'r',
              exactly: {
                deviceClassName: 'dc',
                count: 2,
                allocationMode: 'ExactCount',
                tolerations: [{ key: 't', operator: 'Exists' }],
              },
            },
          ],
          constraints: [{ requests: ['r'], matchAttribute: 'd.example.com/x' }],
          config: [{ requests: ['r'], opaque: { driver: 'd.example.com', parameters: { a: [1] } } }],
        },
      },
    },
  ],
  '/apis/resource.k8s.io/v1/resourceslices': [
    {
      metadata: { name: 'rsl' },
      spec: {
        driver: 'd.example.com',
        nodeName: node,
        pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
        devices: [
          {
            name: 'd0',
            attributes: { a: { int: 0 }, b: { bool: false }, c: { string: '' }, v: { version: '1.2.3' } },
            capacity: { mem: { value: '1Gi' } },
          },
        ],
      },
    },
  ],
  '/apis/apiregistration.k8s.io/v1/apiservices': [
    {
      metadata: { name: 'v1.ext.example.com' },
      spec: {
        group: 'ext.example.com',
        version: 'v1',
        groupPriorityMinimum: 100,
        versionPriority: 5,
        caBundle: 'eA==',
        service: { namespace: 'default', name: 's', port: 443 },
      },
    },
  ],
};
