// Loads @peculiar/x509. Its dependency tsyringe refuses to load without the metadata functions of a Reflect polyfill,
// although none of the library's classes takes an injected argument. Stand-ins that know of no metadata are enough,
// and go again after loading, so that the caller's globals stay as they were.

const STAND_INS = { getMetadata: () => undefined, getOwnMetadata: () => undefined, defineMetadata: () => {} };

/**
 * Loads the certificate library.
 * @returns {Promise<typeof import('@peculiar/x509')>}
 */
export async function loadX509() {
  if ('getMetadata' in Reflect) return import('@peculiar/x509');
  const added = Object.keys(STAND_INS).filter((name) => !(name in Reflect));
  Object.assign(Reflect, STAND_INS);
  try {
    return await import('@peculiar/x509');
  } finally {
    for (const name of added) Reflect.deleteProperty(Reflect, name);
  }
}
