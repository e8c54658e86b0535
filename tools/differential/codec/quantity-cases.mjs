/** Quantities, on a kind that leaves them as they were read. */

/** @param {string} joined Texts with bars between them. */
const texts = (joined) => joined.split('|');
/** @param {unknown} capacity */
const capacityOf = (capacity) => ({ storageClassName: 'x', capacity });

/** @type {import('./decode-cases.mjs').DecodeCases[]} */
export const quantityCases = [
  {
    path: '/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities',
    at: ['/capacity'],
    bodies: [
      ...texts('1|1000m|1.500|1.234|0.500|.500|+1|01|01Ki|+1Ki|1e3|1E3|12e6|1000e3|1e+3'),
      ...texts('1e-3|0.5|1.5Gi|1024Ki|1030Ki|8Ki|3072Mi|1.0Gi| 2 |1.|.|+|Ki|0Ki|00|1u'),
      ...texts('1n|0.1n|1.1n|1999u|9223372036854775808|123456789012345678|1234567890123456789|8Ei|100E'),
      ...texts('15000|1500|1.5000|1.2345|1048576|1e400|5e100|0.0010'),
      ...texts('abc|1kk|1K|1KI|1e|1e1e|1m1|1 Gi|1Gi\n|0x10|１|--1|1.1.1'),
      '',
      1,
      1.5,
      0.1,
      1000,
      0,
      true,
      [],
      [5],
      {},
      null,
    ].map(capacityOf),
  },
  {
    path: '/api/v1/namespaces/default/resourcequotas',
    at: ['/spec/hard'],
    bodies: [
      { spec: { hard: [] } },
      { spec: { hard: { pods: null, cpu: '2000m' } } },
      { spec: { hard: { cpu: 'x' } } },
    ],
  },
];
