/**
 * Twenty rules as CustomResourceDefinitions have them, and an object that they hold for. They use what every library has.
 */
export const rules = [
  'self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas',
  'self.replicas + 1 <= 10 && self.replicas * 2 == 6',
  'self.name == oldSelf.name',
  'self.widgets == oldSelf.widgets && self.details == oldSelf.details',
  'has(self.name) && !has(self.suspended)',
  '!has(self.suspended) || self.suspended != oldSelf.suspended',
  "self.widgets.exists(w, w.key == 'x' && w.foo < 10)",
  'self.set1.all(e, !(e in self.set2))',
  'self.widgets.exists_one(w, w.def)',
  'self.widgets.filter(w, w.foo > 10).size() == 1',
  'size(self.widgets.map(w, w.weight)) <= 10',
  "self.labels.all(k, k.matches('^[a-z][a-z0-9-]*$'))",
  "duration(self.timeout) <= duration('1h')",
  "self.name.startsWith('web') && self.name.endsWith('01')",
  "self.image.contains('/') && size(self.image) < 200",
  'size(self.names) <= 10 && self.names.all(n, size(n) <= 63)',
  "self.schedule in ['daily', 'weekly', 'monthly']",
  "self.schedule == 'daily' ? self.replicas == 3 : self.replicas > 0",
  'self.details.all(k, self.details[k] > 0)',
  'self.widgets.all(a, a.weight <= 100 && self.widgets.exists_one(b, a.key == b.key))',
];

export const object = {
  name: 'web-01',
  image: 'registry.example.com/repo/web:v1.2.3',
  replicas: 3,
  minReplicas: 1,
  maxReplicas: 5,
  timeout: '5m',
  schedule: 'daily',
  set1: ['a', 'b'],
  set2: ['c'],
  names: ['x', 'y'],
  details: { x: 1, y: 2 },
  labels: { app: 'web', tier: 'front' },
  widgets: [
    { key: 'x', foo: 9, weight: 60, def: true },
    { key: 'y', foo: 12, weight: 40, def: false },
  ],
};
