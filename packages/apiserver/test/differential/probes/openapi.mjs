/**
 * OpenAPI documents: only their outline, because the schemas are data of upstream.
 */
import { get } from '../../../../../tools/differential/probe.mjs';
import { define, specSchema, version } from '../probe-objects.mjs';

const namespaced = '/apis/<id>.example.com/v1/namespaces/{namespace}/widgets';

/** A field of every kind that documents treat in a way of its own. */
const everything = {
  color: { type: 'string', description: 'Which one.', enum: ['red', 'blue'], default: 'red' },
  either: { 'x-kubernetes-int-or-string': true },
  free: { 'x-kubernetes-preserve-unknown-fields': true },
  pod: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object' } } },
  maybe: { type: 'array', nullable: true, items: { type: 'string' } },
  list: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['key'],
    items: { type: 'object', required: ['key'], properties: { key: { type: 'string' } } },
  },
  map: {
    type: 'object',
    'x-kubernetes-map-type': 'atomic',
    additionalProperties: { type: 'integer', format: 'int32' },
  },
  choice: {
    type: 'object',
    oneOf: [{ required: ['a'] }, { required: ['b'] }],
    properties: { a: { type: 'string' }, b: { type: 'string' } },
  },
};

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'the index of OpenAPI v3 names a document per group and version · O1',
    fresh: true,
    steps: [
      get('/openapi/v3', {
        until: { status: 200, path: 'paths.`apis/apps/v1`.serverRelativeURL.nothing', is: undefined },
      }),
    ],
  },
  {
    title: 'the document of a group and version has its kinds · O1',
    fresh: true,
    steps: [
      get('/openapi/v3/apis/coordination.k8s.io/v1', {
        pick: [
          'openapi',
          'info.title',
          'components.schemas.`io.k8s.api.coordination.v1.Lease`.x-kubernetes-group-version-kind',
          'components.schemas.`io.k8s.api.coordination.v1.Lease`.type',
        ],
      }),
    ],
  },
  {
    title: 'an unknown OpenAPI document is not found · O1',
    fresh: true,
    steps: [get('/openapi/v3/apis/unknown.example.com/v1'), get('/openapi/v3/nothing')],
  },
  {
    title: 'a document is found by its hash, and kept by who has it · O1',
    fresh: true,
    steps: [
      get('/openapi/v3/apis/node.k8s.io/v1', {
        as: 'node',
        show: ['etag', 'vary', 'cache-control'],
        pick: ['openapi'],
      }),
      get('/openapi/v3/apis/node.k8s.io/v1', { headers: { 'if-none-match': '<nodeHeaders.etag>' }, show: ['etag'] }),
      get('/openapi/v3/apis/node.k8s.io/v1?hash=0000000000000000', { show: ['location'] }),
      get('/openapi/v3/', { show: ['content-type'] }),
    ],
  },
  {
    title: 'documents of discovery, of the version and of keys · O1',
    fresh: true,
    steps: [
      get('/openapi/v3/version', {
        pick: ['info.title', 'paths.`/version/`.get.operationId', 'paths.`/version/`.get.tags'],
      }),
      get('/openapi/v3/apis/apps', { pick: ['paths.`/apis/apps/`.get.operationId'] }),
      get('/openapi/v3/openid/v1/jwks', { pick: ['paths.`/openid/v1/jwks/`.get.operationId', 'components.schemas'] }),
    ],
  },
  {
    title: 'OpenAPI v2 is one document · O2',
    fresh: true,
    steps: [
      get('/openapi/v2', {
        show: ['content-type'],
        pick: [
          'swagger',
          'info.title',
          'definitions.`io.k8s.api.coordination.v1.Lease`.type',
          'definitions.`io.k8s.api.coordination.v1.Lease`.x-kubernetes-group-version-kind',
          'definitions.`io.k8s.api.coordination.v1.Lease`.properties.spec.$ref',
          'paths.`/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases`.post.operationId',
          'paths.`/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases`.post.consumes',
          'paths.`/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases`.post.produces',
          'paths.`/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases`.post.x-kubernetes-group-version-kind',
        ],
      }),
      get('/openapi/v2', { headers: { accept: 'application/yaml' } }),
      get('/openapi/v2/'),
    ],
  },
  {
    title: 'OpenAPI v2 has an ETag · O2 · O3',
    fresh: true,
    steps: [
      get('/openapi/v2', { as: 'v2', show: ['etag'], pick: ['swagger'] }),
      get('/openapi/v2', { headers: { 'if-none-match': '<v2Headers.etag>' }, show: ['etag'] }),
      get('/openapi/v2', {
        headers: {
          accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
          'if-none-match': '<v2Headers.etag>',
        },
      }),
    ],
  },
  {
    title: 'each version of a definition is published with its paths · O4',
    steps: [
      ...define(
        {
          subresources: {
            status: {},
            scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
          },
        },
        {
          versions: [
            version('v1', {
              subresources: {
                status: {},
                scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
              },
              selectableFields: [{ jsonPath: '.spec.color' }],
              schema: { openAPIV3Schema: specSchema(everything) },
            }),
            version('v2', { storage: false }),
          ],
        },
      ),
      get('/openapi/v3/apis/<id>.example.com/v2', {
        until: { status: 200 },
        pick: ['info', 'components.schemas.`com.example.<id>.v2.Widget`.x-kubernetes-group-version-kind'],
      }),
      get('/openapi/v3/apis/<id>.example.com/v1', {
        until: { status: 200 },
        pick: [
          'components.schemas.`com.example.<id>.v1.Widget`.properties.spec.properties.color',
          'components.schemas.`com.example.<id>.v1.Widget`.properties.spec.properties.either',
          'components.schemas.`com.example.<id>.v1.Widget`.properties.spec.properties.list',
          'components.schemas.`com.example.<id>.v1.Widget`.properties.spec.properties.pod.required',
          'components.schemas.`com.example.<id>.v1.Widget`.x-kubernetes-selectable-fields',
          'components.schemas.`com.example.<id>.v1.WidgetList`.x-kubernetes-group-version-kind',
          'components.schemas.`com.example.<id>.v1.WidgetList`.required',
          `paths.\`${namespaced}\`.post.x-kubernetes-action`,
          `paths.\`${namespaced}\`.post.requestBody`,
          `paths.\`${namespaced}/{name}/scale\`.get.responses.200`,
          `paths.\`${namespaced}/{name}/status\`.patch.requestBody`,
        ],
      }),
      get('/openapi/v2', {
        until: { path: 'definitions.`com.example.<id>.v1.Widget`.type', is: 'object' },
        pick: [
          ...['color', 'either', 'free', 'maybe', 'list', 'map', 'choice', 'pod.required', 'pod.properties.spec'].map(
            (name) => `definitions.\`com.example.<id>.v1.Widget\`.properties.spec.properties.${name}`,
          ),
          'definitions.`com.example.<id>.v1.Widget`.x-kubernetes-group-version-kind',
          'definitions.`com.example.<id>.v2.Widget`.type',
          `paths.\`${namespaced}\`.get.x-kubernetes-action`,
          `paths.\`${namespaced}\`.get.responses`,
        ],
      }),
    ],
  },
  {
    title: 'the schema of a definition is published · O4',
    steps: [
      ...define({
        schema: { openAPIV3Schema: specSchema({ size: { type: 'integer', minimum: 1, description: 'How big.' } }) },
      }),
      get('/openapi/v3/apis/<id>.example.com/v1', {
        until: { status: 200 },
        pick: [
          'components.schemas.`com.example.<id>.v1.Widget`.type',
          'components.schemas.`com.example.<id>.v1.Widget`.properties.spec',
          'components.schemas.`com.example.<id>.v1.Widget`.x-kubernetes-group-version-kind',
        ],
      }),
    ],
  },
];
