/**
 * The key that service account tokens are signed with, and those that they are verified by. A key of our own is made when it is first needed, so that a
 * server that gives out no tokens starts without one.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

export type Algorithm = 'ES256' | 'RS256';

/** Keys as text in PEM, where a server is given some. */
export interface KeyOptions {
  readonly privateKey?: string;
  /** Further keys whose tokens are believed. */
  readonly publicKeys?: readonly string[];
}

export interface PublicKey {
  readonly id: string;
  readonly algorithm: Algorithm;
  readonly key: KeyObject;
}

interface Keys {
  readonly privateKey: KeyObject;
  readonly own: PublicKey;
  readonly all: readonly PublicKey[];
}

export class SigningKeys {
  readonly #options: KeyOptions;
  #made: Keys | undefined;

  constructor(options: KeyOptions = {}) {
    this.#options = options;
  }

  /** The key that new tokens name. */
  get own(): PublicKey {
    return this.#keys().own;
  }

  /** Every key whose tokens are believed, without repetition. */
  get all(): readonly PublicKey[] {
    return this.#keys().all;
  }

  sign(data: Buffer): Buffer {
    return sign('sha256', data, { key: this.#keys().privateKey, dsaEncoding: 'ieee-p1363' });
  }

  verify({ key }: PublicKey, data: Buffer, signature: Buffer): boolean {
    return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature);
  }

  #keys(): Keys {
    if (this.#made === undefined) {
      const { privateKey: text, publicKeys = [] } = this.#options;
      const privateKey = text === undefined ? newKey() : createPrivateKey(text);
      const own = publicKey(createPublicKey(privateKey));
      const others = publicKeys.map((each) => publicKey(createPublicKey(each)));
      const all = [...new Map([own, ...others].map((each) => [each.id, each])).values()];
      this.#made = { privateKey, own, all };
    }
    return this.#made;
  }
}

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** A new key for tokens of service accounts, as text in PEM. */
export const newPrivateKey = (): string => newKey().export({ type: 'pkcs8', format: 'pem' }).toString();

/** A key is called after its content, so that everybody who has it calls it the same. */
function publicKey(key: KeyObject): PublicKey {
  const id = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
  return { id, algorithm: key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256', key };
}
