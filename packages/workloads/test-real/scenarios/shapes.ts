/**
 * Shapes that scenarios share: pods that end at once when told to, and templates of them.
 */

/** A template of pods with one container. */
export const podTemplate = (app: string, image = `${app}:1`, spec: object = {}, metadata: object = {}): object => ({
  metadata: { labels: { app }, ...metadata },
  spec: { containers: [{ name: 'main', image }], terminationGracePeriodSeconds: 1, ...spec },
});

/** What a workload of these pods says: a selector, and their template. */
export const workload = (app: string, spec: object = {}, template: object = podTemplate(app)): object => ({
  spec: { replicas: 3, selector: { matchLabels: { app } }, template, ...spec },
});
