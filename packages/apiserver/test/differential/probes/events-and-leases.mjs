/**
 * Events in their two groups, leases, and reviews of access.
 */
import { edited, get, patch, post, put } from '../../../../../tools/differential/probe.mjs';
import { leases } from '../probe-objects.mjs';

const core = '/api/v1/namespaces/<ns>/events';
const events = '/apis/events.k8s.io/v1/namespaces/<ns>/events';
const involved = { apiVersion: 'v1', kind: 'Pod', namespace: '<ns>', name: 'p', uid: 'u' };
const authorization = '/apis/authorization.k8s.io/v1';
const shape = { pick: ['kind', 'apiVersion', 'spec', 'metadata', 'status.allowed'] };

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'an event of the core group is seen in the other · Y2',
    steps: [
      post(core, {
        metadata: { name: 'one' },
        involvedObject: involved,
        reason: 'Started',
        message: 'it began',
        type: 'Normal',
        source: { component: 'me', host: 'h' },
        firstTimestamp: '2020-01-02T03:04:05Z',
        lastTimestamp: '2020-01-02T03:04:06Z',
        count: 2,
      }),
      get(`${events}/one`),
      get(events),
      get(`${core}/one`),
    ],
  },
  {
    title: 'an event of the new group is seen in the core group · Y2',
    steps: [
      post(events, {
        metadata: { name: 'one' },
        eventTime: '2020-01-02T03:04:05.000006Z',
        action: 'Do',
        reason: 'Because',
        regarding: involved,
        note: 'a note',
        type: 'Warning',
        reportingController: 'example.com/c',
        reportingInstance: 'c-1',
      }),
      get(`${core}/one`),
      patch('merge', `${events}/one`, { series: { count: 2, lastObservedTime: '2020-01-02T03:05:05.000006Z' } }),
      get(`${core}/one`, { pick: ['series', 'count', 'lastTimestamp'] }),
    ],
  },
  {
    title: 'an event of the new group needs its parts · Y2 · E3',
    steps: [
      post(events, { metadata: { name: 'one' } }),
      post(events, {
        metadata: { name: 'one' },
        eventTime: '2020-01-02T03:04:05.000006Z',
        regarding: involved,
        type: 'Odd',
      }),
      post(core, { metadata: { name: 'two' } }),
      post(core, { metadata: { name: 'three' }, involvedObject: { ...involved, namespace: 'other' } }),
      post(core, { metadata: { name: 'four' }, involvedObject: { kind: 'Node', name: 'n' } }),
    ],
  },
  {
    title: 'an event can be changed · Y2',
    steps: [
      post(core, { metadata: { name: 'one' }, involvedObject: involved, count: 1 }, { as: 'one' }),
      put(`${core}/one`, edited('one', { count: 2, message: 'again' })),
      patch('strategic', `${core}/one`, { count: 3 }),
      put(`${events}/one`, { metadata: { name: 'one' }, note: 'changed' }),
    ],
  },
  {
    title: 'a lease is taken, renewed and lost · Y3',
    steps: [
      post(
        leases,
        {
          metadata: { name: 'l' },
          spec: {
            holderIdentity: 'a',
            leaseDurationSeconds: 15,
            acquireTime: '2020-01-02T03:04:05.123456Z',
            renewTime: '2020-01-02T03:04:05.123456Z',
            leaseTransitions: 0,
          },
        },
        { as: 'l' },
      ),
      put(`${leases}/l`, edited('l', { spec: { renewTime: '2020-01-02T03:04:07.000000Z' } })),
      put(`${leases}/l`, edited('l', { spec: { holderIdentity: 'b' } })),
      get(`${leases}/l`),
    ],
  },
  {
    title: 'a lease that is not allowed · Y3 · E3',
    steps: [
      post(leases, { metadata: { name: 'l' }, spec: { leaseDurationSeconds: 0 } }),
      post(leases, { metadata: { name: 'l' }, spec: { leaseTransitions: -1 } }),
      post(leases, { metadata: { name: 'l' }, spec: { strategy: 'x' } }),
      post(leases, { metadata: { name: 'l' } }),
    ],
  },
  {
    title: "a review of one's own access · Z3",
    steps: [
      post(
        `${authorization}/selfsubjectaccessreviews`,
        { spec: { resourceAttributes: { namespace: '<ns>', verb: 'get', resource: 'pods' } } },
        shape,
      ),
      post(
        `${authorization}/selfsubjectaccessreviews`,
        { spec: { nonResourceAttributes: { path: '/healthz', verb: 'get' } } },
        shape,
      ),
      post(`${authorization}/selfsubjectaccessreviews`, { spec: {} }),
      post(`${authorization}/selfsubjectaccessreviews`, {
        spec: { resourceAttributes: { verb: 'get' }, nonResourceAttributes: { path: '/' } },
      }),
      get(`${authorization}/selfsubjectaccessreviews`),
    ],
  },
  {
    title: "a review of somebody else's access · Z3",
    steps: [
      post(
        `${authorization}/subjectaccessreviews`,
        {
          spec: {
            user: 'kubernetes-admin',
            groups: ['system:masters'],
            resourceAttributes: { namespace: '<ns>', verb: 'get', resource: 'pods' },
          },
        },
        shape,
      ),
      post(`${authorization}/subjectaccessreviews`, {
        spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
      }),
      post(
        `${authorization}/namespaces/<ns>/localsubjectaccessreviews`,
        {
          metadata: { namespace: '<ns>' },
          spec: {
            user: 'a',
            groups: ['system:masters'],
            resourceAttributes: { namespace: '<ns>', verb: 'get', resource: 'pods' },
          },
        },
        shape,
      ),
      post(`${authorization}/namespaces/<ns>/localsubjectaccessreviews`, {
        metadata: { namespace: '<ns>' },
        spec: { user: 'a', resourceAttributes: { namespace: 'other', verb: 'get', resource: 'pods' } },
      }),
    ],
  },
  {
    title: "a review of one's own rules · Z3",
    steps: [
      post(
        `${authorization}/selfsubjectrulesreviews`,
        { spec: { namespace: '<ns>' } },
        { pick: ['kind', 'apiVersion', 'metadata', 'spec', 'status.incomplete'] },
      ),
      post(`${authorization}/selfsubjectrulesreviews`, { spec: {} }),
    ],
  },
];
