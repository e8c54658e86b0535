/**
 * Writing a key that comes from input. `object[key] = value` with the key `__proto__` would swap the prototype instead of
 * adding a property; to JSON it is a key like any other.
 */

/** Sets an own, ordinary property, whatever the key is called. */
export function setOwn<Value>(object: Record<string, Value>, key: string, value: Value): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

/** The value of an own property, or undefined: `getOwn({}, 'constructor')` finds nothing. */
export function getOwn<Value>(object: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
