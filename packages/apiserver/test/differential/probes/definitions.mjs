/**
 * CustomResourceDefinitions: their life, their names, their versions, and what they may not say.
 */
import { del, edited, get, patch, post, put } from '../../../../../tools/differential/probe.mjs';
import { crds, define, openSchema, specSchema, version, widget, widgetDefinition, widgets } from '../probe-objects.mjs';

const own = `${crds}/widgets.<id>.example.com`;
const established = { until: { path: 'status.conditions[type=Established].status', is: 'True' } };
const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' };
/** @param {Record<string, unknown>} schema */
const withSchema = (schema) =>
  post(`${crds}?dryRun=All`, widgetDefinition({ schema: { openAPIV3Schema: schema } }), {
    pick: ['code', 'reason', 'message', 'details', 'kind'],
  });
/** @param {Record<string, unknown>} spec */
const withSpec = (spec) =>
  post(`${crds}?dryRun=All`, widgetDefinition({}, spec), { pick: ['code', 'reason', 'message', 'details', 'kind'] });

/**
 * @param {Record<string, unknown>} clientConfig
 * @param {string[]} [conversionReviewVersions]
 */
const withWebhook = (clientConfig, conversionReviewVersions = ['v1']) =>
  post(
    `${crds}?dryRun=All`,
    widgetDefinition({}, { conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions } } }),
    { pick: ['code', 'reason', 'message', 'details', 'kind', 'spec.conversion'] },
  );

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'a definition is accepted and established · C1',
    steps: [
      post(crds, widgetDefinition()),
      get(own, established),
      get('/apis/<id>.example.com/v1/namespaces/<ns>/widgets', { until: { status: 200 } }),
    ],
  },
  {
    title: 'the least of a definition is completed · C1 · E7',
    steps: [
      post(crds, {
        metadata: { name: 'widgets.<id>.example.com' },
        spec: {
          group: '<id>.example.com',
          scope: 'Namespaced',
          names: { plural: 'widgets', kind: 'Widget' },
          versions: [version('v1')],
        },
      }),
      get(own, { ...established, pick: ['spec.names', 'status', 'spec.conversion', 'metadata.generation'] }),
    ],
  },
  {
    title: 'the name of a definition is its plural and its group · C1',
    steps: [
      post(crds, { ...widgetDefinition(), metadata: { name: 'gadgets.<id>.example.com' } }),
      post(crds, { ...widgetDefinition(), metadata: { name: 'widgets' } }),
      post(crds, { ...widgetDefinition(), metadata: {} }),
    ],
  },
  {
    title: 'names that another definition has are not accepted · C1',
    steps: [
      ...define({}, { names: { ...names, shortNames: ['wd'] } }),
      post(
        crds,
        {
          ...widgetDefinition(),
          metadata: { name: 'gadgets.<id>.example.com' },
          spec: {
            ...widgetDefinition().spec,
            names: {
              plural: 'gadgets',
              singular: 'gadget',
              kind: 'Widget',
              listKind: 'GadgetList',
              shortNames: ['wd', 'gd'],
            },
          },
        },
        { quiet: true },
      ),
      get(`${crds}/gadgets.<id>.example.com`, {
        until: { path: 'status.conditions[type=NamesAccepted].status', is: 'False' },
        pick: ['status'],
      }),
      get('/apis/<id>.example.com/v1/namespaces/<ns>/gadgets'),
    ],
  },
  {
    title: 'the parts that a definition must have · C1 · E3',
    steps: [
      post(crds, { metadata: { name: 'widgets.<id>.example.com' } }),
      post(crds, { metadata: { name: 'widgets.<id>.example.com' }, spec: {} }),
      withSpec({ scope: 'Odd' }),
      withSpec({ scope: '' }),
      withSpec({ versions: [] }),
      withSpec({ versions: [version('v1', { schema: null })] }),
      withSpec({ versions: [version('v1', { storage: false })] }),
      withSpec({ versions: [version('v1'), version('v2')] }),
      withSpec({ versions: [version('v1'), version('v1', { storage: false })] }),
      withSpec({ versions: [version('NOT OK')] }),
      withSpec({ group: 'NOT OK' }),
      withSpec({ group: 'nodots' }),
      withSpec({ names: { plural: 'NOT OK', kind: 'Widget' } }),
      withSpec({ names: { plural: 'widgets', kind: 'Not OK' } }),
      withSpec({ names: { ...names, shortNames: ['NOT OK'] } }),
      withSpec({ names: { ...names, listKind: 'Widget' } }),
      withSpec({ names: { ...names, categories: ['NOT OK'] } }),
      withSpec({ preserveUnknownFields: true }),
    ],
  },
  {
    title: 'parts of a definition that cannot change · C1',
    steps: [
      ...define(),
      get(own, { as: 'crd', ...established, quiet: true }),
      put(own, edited('crd', { spec: { group: 'other.example.com' } })),
      put(own, edited('crd', { spec: { scope: 'Cluster' } })),
      put(own, edited('crd', { spec: { names: { kind: 'Gadget', listKind: 'GadgetList' } } }), {
        pick: ['spec.names', 'message', 'details'],
      }),
      put(own, edited('crd', { spec: { names: { plural: 'gadgets' } } }), { pick: ['message', 'details'] }),
    ],
  },
  {
    title: 'a stored version cannot be taken away · C1 · C12',
    steps: [
      ...define(),
      patch('merge', own, { spec: { versions: [version('v2')] } }),
      patch(
        'merge',
        own,
        { spec: { versions: [version('v1', { storage: false }), version('v2')] } },
        { pick: ['status.storedVersions', 'spec.versions.*.name', 'metadata.generation'] },
      ),
      get(own, { pick: ['status.storedVersions'] }),
      patch('merge', `${own}/status`, { status: { storedVersions: ['v2'] } }, { pick: ['status.storedVersions'] }),
      patch('merge', `${own}/status`, { status: { storedVersions: [] } }, { pick: ['message', 'details'] }),
    ],
  },
  {
    title: 'the status of a definition is not set by its main path · C1 · S1',
    steps: [
      ...define(),
      patch(
        'merge',
        own,
        { status: { storedVersions: ['v9'], acceptedNames: { plural: 'odd', kind: 'Odd' } } },
        { pick: ['status.storedVersions', 'status.acceptedNames'] },
      ),
    ],
  },
  {
    title: 'a deleted definition removes its objects',
    steps: [
      ...define(),
      post(widgets, widget('one')),
      del(own, undefined, { pick: ['metadata.finalizers', 'metadata.deletionTimestamp', 'kind'] }),
      get(own, { until: { status: 404 } }),
      get(`${widgets}/one`, { until: { status: 404 } }),
      post(widgets, widget('two')),
    ],
  },
  {
    title: 'a deleted definition waits for objects with finalizers',
    steps: [
      ...define(),
      post(widgets, widget('one', {}, { finalizers: ['example.com/hold'] })),
      del(own, undefined, { quiet: true }),
      get(own, {
        until: { path: 'status.conditions[type=Terminating].status', is: 'True' },
        pick: ['status.conditions.*.type', 'status.conditions.*.status', 'metadata.finalizers'],
      }),
      post(widgets, widget('two'), { until: { status: 403 } }),
      patch('merge', `${widgets}/one`, { metadata: { finalizers: [] } }, { pick: ['kind', 'metadata.finalizers'] }),
      get(own, { until: { status: 404 } }),
    ],
  },
  {
    title: 'a schema must be structural · C3',
    steps: [
      withSchema({}),
      withSchema({ type: 'string' }),
      withSchema({ type: 'object', properties: { spec: {} } }),
      withSchema({ type: 'object', properties: { spec: { type: 'array' } } }),
      withSchema({
        type: 'object',
        properties: {
          spec: { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } },
        },
      }),
      withSchema({
        type: 'object',
        properties: { spec: { type: 'object', allOf: [{ properties: { a: { type: 'string' } } }] } },
      }),
      withSchema({
        type: 'object',
        properties: { spec: { type: 'object', not: { properties: { a: { description: 'x' } } } } },
      }),
      withSchema({
        type: 'object',
        properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } },
      }),
      withSchema({
        type: 'object',
        properties: { metadata: { type: 'object', properties: { name: { type: 'string', pattern: '^a' } } } },
      }),
      withSchema({ type: 'object', properties: { apiVersion: { type: 'integer' } } }),
    ],
  },
  {
    title: 'parts of a schema that are not allowed · C3',
    steps: [
      specSchema({ a: { type: 'string', $ref: '#/x' } }),
      specSchema({ a: { type: 'array', items: { type: 'string' }, uniqueItems: true } }),
      specSchema({ a: { type: 'object', additionalProperties: false } }),
      specSchema({
        a: { type: 'object', additionalProperties: { type: 'string' }, properties: { b: { type: 'string' } } },
      }),
      specSchema({ a: { type: 'array', items: [{ type: 'string' }] } }),
      specSchema({ a: { type: 'string', nullable: true, default: 5 } }),
      specSchema({ a: { type: 'null' } }),
      specSchema({ a: { type: 'odd' } }),
      specSchema({ a: { type: 'string', pattern: '(' } }),
      specSchema({ a: { type: 'string', enum: [] } }),
      specSchema({ a: { type: 'string', definitions: {} } }),
      specSchema({ a: { type: 'object', dependencies: { x: ['y'] } } }),
      specSchema({ a: { type: 'object', patternProperties: { x: { type: 'string' } } } }),
      specSchema({ a: { type: 'string', id: 'x' } }),
      specSchema({ a: { type: 'string', maxLength: -1 } }),
      specSchema({ a: { type: 'integer', multipleOf: 0 } }),
      specSchema({ a: { type: 'string', minLength: 'x' } }),
      specSchema({ a: { type: 'string', deprecated: true } }),
    ].map(withSchema),
  },
  {
    title: 'defaults of a schema must be valid · C3 · C5',
    steps: [
      specSchema({ a: { type: 'integer', default: 'x' } }),
      specSchema({ a: { type: 'string', enum: ['x'], default: 'y' } }),
      specSchema({ a: { type: 'object', properties: { b: { type: 'string' } }, default: { c: 1 } } }),
      specSchema({ a: { type: 'string', default: null } }),
      specSchema({ a: { type: 'array', items: { type: 'integer', default: 'x' } } }),
      { type: 'object', default: {}, properties: {} },
      { type: 'object', properties: { metadata: { type: 'object', default: { name: 'x' } } } },
      specSchema({
        a: { type: 'object', properties: { b: { type: 'string', default: 'x' } }, required: ['c'], default: {} },
      }),
      specSchema({ a: { type: 'string', maxLength: 2, default: 'long' } }),
    ].map(withSchema),
  },
  {
    title: 'vendor extensions that are not allowed · C3 · C7',
    steps: [
      specSchema({ a: { type: 'string', 'x-kubernetes-int-or-string': true } }),
      specSchema({ a: { type: 'string', 'x-kubernetes-preserve-unknown-fields': true } }),
      specSchema({ a: { type: 'object', 'x-kubernetes-preserve-unknown-fields': false } }),
      specSchema({ a: { type: 'string', 'x-kubernetes-embedded-resource': true } }),
      specSchema({ a: { type: 'object', 'x-kubernetes-embedded-resource': true } }),
      specSchema({ a: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'odd' } }),
      specSchema({ a: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'map' } }),
      specSchema({
        a: {
          type: 'array',
          items: { type: 'object', properties: { k: { type: 'string' } } },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
        },
      }),
      specSchema({
        a: {
          type: 'array',
          items: { type: 'object', required: ['k'], properties: { k: { type: 'object' } } },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
        },
      }),
      specSchema({ a: { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-map-keys': ['k'] } }),
      specSchema({ a: { type: 'string', 'x-kubernetes-list-type': 'set' } }),
      specSchema({ a: { type: 'object', 'x-kubernetes-map-type': 'odd' } }),
      specSchema({ a: { type: 'string', 'x-kubernetes-map-type': 'atomic' } }),
      specSchema({ a: { type: 'array', items: { type: 'object', properties: {} }, 'x-kubernetes-list-type': 'set' } }),
      { type: 'object', 'x-kubernetes-embedded-resource': true, properties: {} },
    ].map(withSchema),
  },
  {
    title: 'subresources, columns and names that are not allowed · C13',
    steps: [
      { subresources: { scale: {} } },
      { subresources: { scale: { specReplicasPath: 'spec.replicas', statusReplicasPath: '.status.replicas' } } },
      { subresources: { scale: { specReplicasPath: '.status.replicas', statusReplicasPath: '.spec.replicas' } } },
      {
        subresources: {
          scale: {
            specReplicasPath: '.spec.replicas',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.metadata.x',
          },
        },
      },
      { subresources: { odd: {} } },
      { additionalPrinterColumns: [{ name: 'A', type: 'odd', jsonPath: '.x' }] },
      { additionalPrinterColumns: [{ name: '', type: 'string', jsonPath: '.x' }] },
      { additionalPrinterColumns: [{ name: 'A', type: 'string' }] },
      { additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: 'x[' }] },
      { additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.x', format: 'odd' }] },
      { deprecationWarning: 'x' },
      { deprecated: true, deprecationWarning: 'x\ny' },
    ].map((rest) =>
      post(`${crds}?dryRun=All`, widgetDefinition(rest), { pick: ['code', 'reason', 'message', 'details', 'kind'] }),
    ),
  },
  {
    title: 'a group of Kubernetes needs an approval · C16',
    steps: [
      post(crds, {
        ...widgetDefinition(),
        metadata: { name: 'widgets.<id>.k8s.io' },
        spec: { ...widgetDefinition().spec, group: '<id>.k8s.io' },
      }),
      post(crds, {
        ...widgetDefinition(),
        metadata: { name: 'widgets.<id>.k8s.io', annotations: { 'api-approved.kubernetes.io': 'nonsense' } },
        spec: { ...widgetDefinition().spec, group: '<id>.k8s.io' },
      }),
      post(
        crds,
        {
          ...widgetDefinition(),
          metadata: {
            name: 'widgets.<id>.k8s.io',
            annotations: { 'api-approved.kubernetes.io': 'unapproved, because it is a test' },
          },
          spec: { ...widgetDefinition().spec, group: '<id>.k8s.io' },
        },
        { quiet: true },
      ),
      get(`${crds}/widgets.<id>.k8s.io`, {
        until: { path: 'status.conditions[type=KubernetesAPIApprovalPolicyConformant].status', is: 'False' },
        pick: ['status.conditions[type=KubernetesAPIApprovalPolicyConformant]'],
      }),
    ],
  },
  {
    title: 'an object in all versions of its definition · C12',
    steps: [
      ...define(
        {},
        {
          versions: [
            version('v1'),
            version('v2', { storage: false }),
            version('v3', { storage: false, served: false }),
          ],
        },
      ),
      get('/apis/<id>.example.com/v2/namespaces/<ns>/widgets', { quiet: true, until: { status: 200 } }),
      post(widgets, widget('one')),
      get('/apis/<id>.example.com/v2/namespaces/<ns>/widgets/one'),
      get('/apis/<id>.example.com/v2/namespaces/<ns>/widgets'),
      get('/apis/<id>.example.com/v3/namespaces/<ns>/widgets/one'),
      post('/apis/<id>.example.com/v2/namespaces/<ns>/widgets', {
        ...widget('two'),
        apiVersion: '<id>.example.com/v2',
      }),
      get(`${widgets}/two`),
      post('/apis/<id>.example.com/v2/namespaces/<ns>/widgets', widget('three')),
      patch('merge', '/apis/<id>.example.com/v2/namespaces/<ns>/widgets/one', { spec: { size: 5 } }),
    ],
  },
  {
    title: 'each version prunes by its own schema · C12 · C4',
    steps: [
      ...define(
        {},
        {
          versions: [
            version('v1', {
              schema: { openAPIV3Schema: specSchema({ a: { type: 'string' }, b: { type: 'string' } }) },
            }),
            version('v2', {
              storage: false,
              schema: {
                openAPIV3Schema: specSchema({ a: { type: 'string' }, c: { type: 'string', default: 'given' } }),
              },
            }),
          ],
        },
      ),
      get('/apis/<id>.example.com/v2/namespaces/<ns>/widgets', { quiet: true, until: { status: 200 } }),
      post(widgets, widget('one', { spec: { a: '1', b: '2' } })),
      get('/apis/<id>.example.com/v2/namespaces/<ns>/widgets/one'),
      post('/apis/<id>.example.com/v2/namespaces/<ns>/widgets', {
        ...widget('two', { spec: { a: '1', b: '2' } }),
        apiVersion: '<id>.example.com/v2',
      }),
      get(`${widgets}/two`),
    ],
  },
  {
    title: 'a conversion by webhook is checked and kept · C12',
    steps: [
      withWebhook({ url: 'https://example.com/convert' }),
      withWebhook({ service: { name: 'hook', namespace: 'default', path: '/convert' } }),
      withWebhook({ service: { name: 'hook', namespace: 'default' }, caBundle: 'bm90aGluZw==' }),
      withWebhook({}),
      withWebhook({ url: 'https://example.com', service: { name: 'hook', namespace: 'default' } }),
      withWebhook({ url: 'example.com' }),
      withWebhook({ url: 'https://' }),
      withWebhook({ url: 'https://jane@example.com/a?b=c#d' }),
      withWebhook({ service: { namespace: 'default' } }),
      withWebhook({ service: { name: 'hook' } }),
      withWebhook({ service: { name: 'hook', namespace: 'default', port: 0 } }),
      withWebhook({ service: { name: 'hook', namespace: 'default', port: 65536 } }),
      withWebhook({ service: { name: 'hook', namespace: 'default', path: 'convert' } }),
      withWebhook({ service: { name: 'hook', namespace: 'default', path: '//' } }),
      withWebhook({ service: { name: 'hook', namespace: 'default', path: '/a//B/' } }),
      withWebhook({ url: 'https://example.com' }, []),
      withWebhook({ url: 'https://example.com' }, ['v1', 'v1', 'NOT OK']),
      withSpec({ conversion: { strategy: 'None' } }),
      withSpec({ conversion: { strategy: '' } }),
      withSpec({
        preserveUnknownFields: true,
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a' }, conversionReviewVersions: ['v1'] },
        },
      }),
    ],
  },
  {
    title: 'a bundle of certificates must be one once a definition is served · C12 · C1',
    steps: [
      ...define(),
      patch('merge', `${crds}/widgets.<id>.example.com`, {
        spec: {
          conversion: {
            strategy: 'Webhook',
            webhook: { clientConfig: { url: 'https://a', caBundle: 'bm90aGluZw==' }, conversionReviewVersions: ['v1'] },
          },
        },
      }),
    ],
  },
  {
    title: 'formats that nobody knows are told once · C3 · E5',
    steps: [
      post(
        crds,
        widgetDefinition({
          schema: {
            openAPIV3Schema: specSchema({
              a: { type: 'string', format: 'odd' },
              b: { type: 'string', format: 'date' },
            }),
          },
        }),
        {
          pick: ['kind', 'spec.versions.0.schema'],
        },
      ),
      patch(
        'merge',
        `${crds}/widgets.<id>.example.com`,
        { metadata: { labels: { a: 'b' } } },
        { pick: ['metadata.labels'] },
      ),
    ],
  },
  {
    title: 'what several versions share is told once · C3 · C12',
    steps: [
      withSpec({
        versions: ['v1', 'v2'].map((name) =>
          version(name, {
            storage: name === 'v1',
            additionalPrinterColumns: [{ name: 'A', type: 'odd', jsonPath: '.a' }],
          }),
        ),
      }),
      withSpec({
        versions: [
          version('v1', { additionalPrinterColumns: [{ name: 'A', type: 'odd', jsonPath: '.a' }] }),
          version('v2', { storage: false }),
        ],
      }),
      withSpec({
        versions: [version('v1', { schema: undefined }), version('v2', { storage: false })],
      }),
      withSpec({
        versions: [
          version('v1', { deprecated: true, deprecationWarning: '' }),
          version('v2', { storage: false, deprecated: true, deprecationWarning: 'x'.repeat(257) }),
        ],
      }),
    ],
  },
  {
    title: 'a conversion that is none · C12',
    steps: [
      withSpec({ conversion: { strategy: 'Odd' } }),
      withSpec({ conversion: { strategy: 'Webhook' } }),
      withSpec({
        conversion: {
          strategy: 'None',
          webhook: { clientConfig: { url: 'https://example.com' }, conversionReviewVersions: ['v1'] },
        },
      }),
      withSpec({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'http://example.com' }, conversionReviewVersions: ['odd'] },
        },
      }),
    ],
  },
  {
    title: 'a version that is not served is not found · C12 · N10',
    steps: [
      ...define(),
      get('/apis/<id>.example.com/v9/namespaces/<ns>/widgets'),
      get('/apis/<id>.example.com/v1/namespaces/<ns>/gadgets'),
      get('/apis/<id>.example.com/v1/widgets'),
    ],
  },
  {
    title: 'a definition as metadata, as a list and as a table · C1 · N6 · N7',
    steps: [
      ...define(),
      get(own, { quiet: true, ...established }),
      get(own, {
        headers: { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' },
        pick: ['kind', 'apiVersion', 'metadata.name', 'metadata.generation', 'metadata.finalizers'],
      }),
      get(`${crds}?fieldSelector=metadata.name=widgets.<id>.example.com`, {
        pick: ['kind', 'items.*.metadata.name', 'items.*.kind', 'items.*.spec.names'],
      }),
      get(own, {
        headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
        pick: ['kind', 'rows.*.cells', 'columnDefinitions.*.name'],
      }),
    ],
  },
  { title: 'a definition only tried · C1 · X6', steps: [post(`${crds}?dryRun=All`, widgetDefinition()), get(own)] },
  {
    title: 'a change of a schema applies to objects that are there · C4 · C5',
    steps: [
      ...define({ schema: { openAPIV3Schema: specSchema({ a: { type: 'string' }, b: { type: 'string' } }) } }),
      post(widgets, widget('one', { spec: { a: '1', b: '2' } })),
      patch(
        'merge',
        own,
        {
          spec: {
            versions: [
              version('v1', {
                schema: { openAPIV3Schema: specSchema({ a: { type: 'string' }, c: { type: 'integer', default: 7 } }) },
              }),
            ],
          },
        },
        { quiet: true },
      ),
      get(`${widgets}/one`, { until: { path: 'spec.c', is: 7 } }),
      patch('merge', `${widgets}/one`, { metadata: { labels: { x: 'y' } } }),
    ],
  },
  {
    title: 'a schema that keeps unknown fields at its top · C4',
    steps: [
      ...define({ schema: { openAPIV3Schema: { ...openSchema, 'x-kubernetes-preserve-unknown-fields': true } } }),
      post(widgets, widget('one', { anything: { goes: [1, 'x', null, { y: true }] }, spec: { a: null } })),
    ],
  },
];
