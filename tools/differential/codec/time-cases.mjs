/** Times to the second and to the microsecond. */

/** @param {string} joined Texts with bars between them. */
const texts = (joined) => joined.split('|');
/** @param {object} more */
const event = (more) => ({ involvedObject: { namespace: 'default' }, ...more });
/** @param {unknown} time */
const at = (time) => event({ firstTimestamp: time });
/** @param {unknown} time */
const renewed = (time) => ({ spec: { renewTime: time } });

/** @type {import('./decode-cases.mjs').DecodeCases[]} */
export const timeCases = [
  {
    path: '/api/v1/namespaces/default/events',
    at: [
      '/firstTimestamp',
      '/lastTimestamp',
      '/eventTime',
      '/count',
      '/series',
      '/source',
      '/related',
      '/reportingComponent',
    ],
    bodies: [
      event({}),
      event({ count: 1.5 }),
      event({ count: 2147483648 }),
      event({ count: '1' }),
      event({ count: 0, series: {}, source: null, related: null }),
      event({ source: 'x' }),
      ...[
        ...texts(
          '2020-01-01T00:00:00Z|2020-01-31T23:59:59Z|2020-01-01T00:00:00.5Z|2020-01-01T00:00:00.999999999+02:00',
        ),
        ...texts('2020-01-01T0:00:00Z|2020-01-01T00:00:00,5Z|2020-01-01T00:00:00+24:00|2020-01-01T00:00:00+02:60'),
        ...texts('2020-01-01T00:00:00-00:00|0000-01-01T00:00:00Z|0001-01-01T00:00:00Z|0001-01-01T00:00:00+01:00'),
        ...texts(
          '9999-12-31T23:59:59-01:00|1969-12-31T23:59:59.5Z|2020-01-01T00:00:00.1234567891Z|2020-02-29T00:00:00Z',
        ),
        ...texts(
          '2020-01-01T00:00:00|2020-01-01 00:00:00Z|2020-13-01T00:00:00Z|2020-00-01T00:00:00Z|2020-02-30T00:00:00Z',
        ),
        ...texts(
          '2020-02-00T00:00:00Z|2020-01-01T24:00:00Z|2020-01-01T23:60:00Z|2020-01-01T23:00:60Z|2020-1-1T00:00:00Z',
        ),
        ...texts('2020-01-01T00:00:00z|2020-01-01t00:00:00Z|2020-01-01T00:00:00+25:00|2020-01-01T00:00:00+0200'),
        ...texts('2020-01-01T00:00:00+02|2020-01-01T00:00:00Zx|2020-01-01T00:00:00.Z|20200101|2020-01-01|x'),
        '',
        ...texts(
          '2020-01-01T00:00Z|12020-01-01T00:00:00Z|2020-01-01T00:00:0xZ|20x0-01-01T00:00:00Z|2020-01-0xT00:00:00Z',
        ),
        ...texts(
          '2020-01-01T0x:00:00Z|2020-01-01T00:00:00+0x:00|é"\n\\|2019-02-29T00:00:00Z|2020-01-01T00:00:00+01:61',
        ),
        true,
        {},
        [],
        5,
        null,
      ].map(at),
    ],
  },
  {
    path: '/apis/coordination.k8s.io/v1/namespaces/default/leases',
    at: ['/spec'],
    bodies: [
      {},
      { spec: null },
      { spec: { holderIdentity: '', leaseTransitions: 0, leaseDurationSeconds: null } },
      ...[
        ...texts(
          '2020-01-01T00:00:00Z|2020-01-01T00:00:00.5Z|2020-01-01T00:00:00.500000Z|2020-01-01T00:00:00.1234567Z',
        ),
        ...texts('2020-01-01T00:00:00.123456+02:00|2020-01-01T00:00:00.12345xZ|2020-01-01T00:00:00,123456Z|x'),
        '',
        ...texts('0001-01-01T00:00:00.000000Z|1970-01-01T00:00:00.000000Z|1969-12-31T23:59:59.999999Z'),
        5,
        null,
      ].map(renewed),
    ],
  },
];
