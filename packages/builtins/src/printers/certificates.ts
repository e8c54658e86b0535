/**
 * The rows of requests for certificates, and of bundles of those that are trusted.
 */
import { itemsAt, textAt, valueAt, type ApiObject, type Printer } from '@reeve/registry';
import { printSpan } from '@reeve/machinery';
import { ageOf, conditionOf, nameOf, orElse, printLabels } from './print.ts';

const certificateRequests: Printer = (request, now) => {
  const seconds = valueAt(request, 'spec', 'expirationSeconds');
  return [
    nameOf(request),
    ageOf(request, now),
    orElse(textAt(request, 'spec', 'signerName'), '<none>'),
    textAt(request, 'spec', 'username'),
    typeof seconds === 'number' ? printSpan(seconds * 1000) : '<none>',
    certificateStatus(request),
  ];
};

/** The last of the states that a condition names. */
const podCertificateRequests: Printer = (request) => {
  const types = itemsAt(request, 'status', 'conditions').map((condition) => textAt(condition, 'type'));
  return [
    nameOf(request),
    ...['podName', 'serviceAccountName', 'nodeName', 'signerName'].map((name) => textAt(request, 'spec', name)),
    types.findLast((type) => ['Issued', 'Denied', 'Failed'].includes(type)) ?? 'Pending',
    printLabels(valueAt(request, 'spec', 'unverifiedUserAnnotations')),
  ];
};

export const certificateCells: Readonly<Record<string, Printer>> = {
  'certificates.k8s.io/certificatesigningrequests': certificateRequests,
  'certificates.k8s.io/clustertrustbundles': (bundle) => [
    nameOf(bundle),
    orElse(textAt(bundle, 'spec', 'signerName'), '<none>'),
  ],
  'certificates.k8s.io/podcertificaterequests': podCertificateRequests,
};

function certificateStatus(request: ApiObject): string {
  const has = (type: string): boolean => conditionOf(request, type) !== undefined;
  const verdict = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  const isIssued = textAt(request, 'status', 'certificate') !== '';
  return [verdict, ...(has('Failed') ? ['Failed'] : []), ...(isIssued ? ['Issued'] : [])].join(',');
}
