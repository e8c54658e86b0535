/** Small objects for tests of stores and queues: a name, a value to tell versions apart, and labels where they matter. */
export interface Thing {
  readonly apiVersion: 'example.com/v1';
  readonly kind: 'Thing';
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly labels?: Record<string, string>;
  };
  readonly value: number;
}

export const thing = (key: string, value = 0, extra: Partial<Thing['metadata']> = {}): Thing => {
  const [first = '', second] = key.split('/');
  return {
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: second === undefined ? { name: first, ...extra } : { namespace: first, name: second, ...extra },
    value,
  };
};
