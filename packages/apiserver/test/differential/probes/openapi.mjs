/**
 * OpenAPI documents: only their outline, because the schemas are data of upstream.
 */
import { get } from '../../../../../tools/differential/probe.mjs';
import { define, specSchema } from '../probe-objects.mjs';

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
