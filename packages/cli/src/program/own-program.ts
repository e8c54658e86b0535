/**
 * Where the programs of this package are that run in threads of their own: beside the bundle, whichever of its files asks.
 */

/** The address of a program by its name in package.json. */
export function ownProgram(name: string): URL {
  const here = import.meta.url;
  const bundle = here.lastIndexOf('/bundle/');
  const root = bundle === -1 ? new URL('..', here) : new URL(here.slice(0, bundle + '/bundle/'.length));
  return new URL(`${name}.js`, root);
}
