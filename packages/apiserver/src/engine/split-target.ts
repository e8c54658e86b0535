/**
 * The target of a request, cut in two: the path with its escapes undone, and the parameters. Nothing is resolved: `..` and empty parts stay, and are found
 * nowhere, as with the real server.
 */
export function splitTarget(target: string): { path: string; query: URLSearchParams } {
  const local = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*(.*)$/is.exec(target)?.[1] ?? target; // a proxy's form names the server too
  const at = local.indexOf('?');
  if (at === -1) return { path: decodePath(local), query: new URLSearchParams() };
  return { path: decodePath(local.slice(0, at)), query: new URLSearchParams(local.slice(at + 1)) };
}

/** A path that cannot be undone stays as it is. */
function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
