/**
 * The bill of materials of an image: every package of the lockfile with version, licence, hash and package URL.
 * Upstream: SPDX 2.3 in JSON.
 */
import type { LockedPackage, Lockfile } from './lockfile.ts';

/** What a bill of materials is about. */
export interface BillSubject {
  readonly lockfile: Lockfile;
  /** The image's digest, which makes the document's name unique. */
  readonly digest: string;
  readonly base: string | undefined;
  readonly timeMs: number;
}

/** The SPDX document, as text. The same image gives the same text. */
export function billOfMaterials({ lockfile, digest, base, timeMs }: BillSubject): string {
  const packages = lockfile.packages.map((locked, index) => packageOf(locked, index));
  const root = {
    SPDXID: 'SPDXRef-Package-root',
    name: lockfile.name,
    versionInfo: lockfile.version,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: 'NOASSERTION',
    copyrightText: 'NOASSERTION',
    ...(base !== undefined && { comment: `Built on the image ${base}, whose own contents are not listed here.` }),
  };
  return `${JSON.stringify(
    {
      spdxVersion: 'SPDX-2.3',
      dataLicense: 'CC0-1.0',
      SPDXID: 'SPDXRef-DOCUMENT',
      name: `${lockfile.name}-${lockfile.version}`,
      documentNamespace: `https://spdx.org/spdxdocs/${encodeURIComponent(lockfile.name)}-${digest.replace(':', '-')}`,
      creationInfo: {
        created: new Date(timeMs).toISOString().replace(/\.\d+Z$/, 'Z'),
        creators: ['Tool: reeve-image'],
      },
      packages: [root, ...packages],
      relationships: [
        { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: root.SPDXID },
        ...packages.map(({ SPDXID }) => ({
          spdxElementId: root.SPDXID,
          relationshipType: 'CONTAINS',
          relatedSpdxElement: SPDXID,
        })),
      ],
    },
    undefined,
    1,
  )}\n`;
}

function packageOf({ name, version, license, resolved, integrity }: LockedPackage, index: number) {
  const checksum = checksumOf(integrity);
  return {
    SPDXID: `SPDXRef-Package-${index + 1}`,
    name,
    versionInfo: version,
    downloadLocation: resolved !== undefined && /^https?:/.test(resolved) ? resolved : 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: isLicenseExpression(license) ? license : 'NOASSERTION',
    copyrightText: 'NOASSERTION',
    ...(checksum !== undefined && { checksums: [checksum] }),
    externalRefs: [
      {
        referenceCategory: 'PACKAGE-MANAGER',
        referenceType: 'purl',
        referenceLocator: `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`,
      },
    ],
  };
}

/** npm writes `sha512-BASE64`, SPDX the algorithm and hexadecimal digits. */
function checksumOf(integrity: string | undefined): { algorithm: string; checksumValue: string } | undefined {
  const [, algorithm, value] = /^(sha\d+)-([\w+/=]+)/.exec(integrity ?? '') ?? [];
  if (algorithm === undefined || value === undefined) return undefined;
  return { algorithm: algorithm.toUpperCase(), checksumValue: Buffer.from(value, 'base64').toString('hex') };
}

const isLicenseExpression = (license: string | undefined): license is string =>
  license !== undefined &&
  /^\(?[\w.+-]+(?:\)? (?:AND|OR|WITH) \(?[\w.+-]+\)?)*\)?$/.test(license) &&
  !license.startsWith('SEE');
