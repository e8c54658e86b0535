/**
 * A text that must not be seen: a token, a key, a password. It shows itself only to who asks for it by name; logs, errors, `JSON.stringify` and Node's
 * inspector get a placeholder.
 * Upstream: client-go's `datapolicy` tags and sanitized configurations.
 */

const placeholder = '[redacted]';

/** A wrapped text. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for the wire. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return placeholder;
  }

  toJSON(): string {
    return placeholder;
  }

  /** What `util.inspect` and `console.log` show. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return placeholder;
  }
}

/** The text of a secret, which callers may also give as it is. */
export const revealed = (secret: Secret | string): string => (typeof secret === 'string' ? secret : secret.reveal());
