/**
 * An object as a server sent it, without what is different on every server: uid, times, versions, owners of fields. Where its own uid or birthday stands
 * elsewhere in it, a symbol stands instead.
 */
const personal = new Set(['uid', 'creationTimestamp', 'resourceVersion', 'managedFields', 'selfLink']);

/** @param {any} object */
export function withoutIdentity(object) {
  const { uid, creationTimestamp } = object.metadata ?? {};
  const metadata = Object.fromEntries(Object.entries(object.metadata ?? {}).filter(([name]) => !personal.has(name)));
  let text = JSON.stringify({ ...object, metadata });
  if (uid) text = text.replaceAll(uid, 'the-uid');
  if (creationTimestamp) text = text.replaceAll(creationTimestamp, '2000-01-01T00:00:00Z');
  return JSON.parse(text);
}
