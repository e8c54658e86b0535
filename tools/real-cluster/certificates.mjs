// The keys and certificates of one cluster: its own authority, a server certificate for loopback, client certificates,
// and the key pair for service account tokens. Everything is new for every cluster, so nothing here is worth stealing.

import { generateKeyPairSync, randomBytes, webcrypto } from 'node:crypto';
import { loadX509 } from './x509.mjs';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const HOUR_MS = 3_600_000;
const VALID_MS = 365 * 24 * HOUR_MS;
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

/** @typedef {{ cert: string, key: string }} Identity A certificate and its private key, both PEM. */

/**
 * Makes the certificates of a new cluster.
 * @param {{ serviceIp: string }} options The address of the service `kubernetes`, which the server certificate names too.
 */
export async function makeCertificates({ serviceIp }) {
  const authority = await makeAuthority();
  const names = ['localhost', ...serviceNames('kubernetes', 'default', 'svc', 'cluster', 'local')];
  const [server, admin, controllerManager] = await Promise.all([
    authority.issue('CN=kube-apiserver', { names, addresses: ['127.0.0.1', serviceIp] }),
    authority.issue('CN=reeve-admin,O=system:masters'),
    authority.issue('CN=system:kube-controller-manager'),
  ]);
  return { ca: authority.identity, server, admin, controllerManager, serviceAccounts: makeKeyPair() };
}

/** @param {string[]} labels Returns each name from the shortest to the full one. */
function serviceNames(...labels) {
  return labels.map((_, index) => labels.slice(0, index + 1).join('.'));
}

async function makeAuthority() {
  const x509 = await loadX509();
  const keys = await newKeys();
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=reeve-real-cluster',
    keys,
    signingAlgorithm: ALGORITHM,
    ...serialAndDates(),
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    identity: { cert: root.toString('pem'), key: await privatePem(keys) },

    /**
     * Issues a server certificate when there are names for it, a client certificate otherwise.
     * @param {string} subject
     * @param {{ names: string[], addresses: string[] }} [server]
     * @returns {Promise<Identity>}
     */
    async issue(subject, server) {
      const own = await newKeys();
      /** @type {import('@peculiar/x509').Extension[]} */
      const extensions = [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([server ? SERVER_AUTH : CLIENT_AUTH]),
        await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey),
      ];
      if (server) {
        const dns = server.names.map((value) => ({ type: /** @type {const} */ ('dns'), value }));
        const ip = server.addresses.map((value) => ({ type: /** @type {const} */ ('ip'), value }));
        extensions.push(new x509.SubjectAlternativeNameExtension([...dns, ...ip]));
      }
      const certificate = await x509.X509CertificateGenerator.create({
        subject,
        issuer: root.subject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        ...serialAndDates(),
        extensions,
      });
      return { cert: certificate.toString('pem'), key: await privatePem(own) };
    },
  };
}

async function newKeys() {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

function serialAndDates() {
  const serial = randomBytes(16);
  serial.writeUInt8((serial.readUInt8() & 0x7f) | 0x01); // positive, and without a leading zero
  const now = Date.now();
  // From an hour ago: clocks of containers and virtual machines on one host differ.
  return {
    serialNumber: serial.toString('hex'),
    notBefore: new Date(now - HOUR_MS),
    notAfter: new Date(now + VALID_MS),
  };
}

/** @param {webcrypto.CryptoKeyPair} keys */
async function privatePem({ privateKey }) {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
}

function makeKeyPair() {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
