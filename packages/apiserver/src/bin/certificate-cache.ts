/**
 * Certificates kept between starts, so that only the first start pays for making them. One file that only its owner can read, written whole or not at all;
 * what does not fit any more, by date, by name or by permissions, is made anew.
 */
import { certificateFacts, isIssuedBy } from '@reeve/certificates';
import type { CertificatePair } from '@reeve/certificates';
import { isIpAddress } from '@reeve/machinery';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServingCertificates } from '../http/certificates.ts';
import { servingAddresses, servingNames } from '../http/serving-names.ts';

/** Certificates with less time left than this are renewed. */
const leastTimeLeftMs = 7 * 24 * 3_600_000;
const fileName = 'certificates.json';

/** The folder for them that the environment names, if it does. */
export const certificatesFolder = (): string | undefined => process.env['REEVE_CERTIFICATES'];

/** The certificates kept in a folder, made anew when there are none that fit. `address` is where the server listens, `now` wall time. */
export async function keptCertificates(folder: string, address: string, now: number): Promise<ServingCertificates> {
  const kept = read(folder);
  if (kept && doFit(kept, address, now)) return kept;
  const { makeCertificates } = await import('../http/certificates.ts');
  const made = await makeCertificates(now, [address]);
  write(folder, made);
  return made;
}

function read(folder: string): ServingCertificates | undefined {
  const file = join(folder, fileName);
  try {
    const { mode, uid } = statSync(file);
    const isOurs = process.getuid === undefined || uid === process.getuid();
    const isPrivate = process.platform === 'win32' || (mode & 0o077) === 0;
    if (!isOurs || !isPrivate) return undefined;
    const { ca, caKey, server, admin } = JSON.parse(readFileSync(file, 'utf8')) as Partial<ServingCertificates>;
    if (ca === undefined || caKey === undefined || server === undefined || admin === undefined) return undefined;
    return { ca, caKey, server, admin };
  } catch {
    return undefined; // not there, or not what we wrote
  }
}

/** Beside its place first: who reads meanwhile sees the old file or the new one. */
function write(folder: string, certificates: ServingCertificates): void {
  const beside = join(folder, `${fileName}.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    writeFileSync(beside, JSON.stringify(certificates), { mode: 0o600 });
    renameSync(beside, join(folder, fileName));
  } catch (error) {
    removeFiles([beside]);
    throw notWritable(folder, 'name another folder with REEVE_CERTIFICATES', error);
  }
}

/** Removes files that were only begun, where that is possible. */
export function removeFiles(files: readonly string[]): void {
  for (const file of files) {
    try {
      rmSync(file, { force: true });
    } catch {
      // what cannot be written cannot be removed either
    }
  }
}

/** Says that a folder for certificates cannot be written, why, and what to do. */
export function notWritable(folder: string, otherwise: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `certificates cannot be written to ${folder} (${reason}): see that it is a folder with free space on a file system that can be written, or ${otherwise}`,
    { cause },
  );
}

function doFit({ ca, server, admin }: ServingCertificates, address: string, now: number): boolean {
  const fits = certificateFacts(server.cert)?.fits ?? (() => false);
  return (
    isInTime(ca, now) &&
    [server, admin].every((pair: CertificatePair) => isInTime(pair.cert, now) && isIssuedBy(pair, ca)) &&
    [...servingNames, ...[...servingAddresses, address].filter(isIpAddress)].every(fits)
  );
}

function isInTime(cert: string, now: number): boolean {
  const { notBefore = Infinity, notAfter = 0 } = certificateFacts(cert) ?? {};
  return notBefore <= now && now + leastTimeLeftMs <= notAfter;
}
