import { describe, expect, test } from 'vitest';
import { followJsonPath, parseJsonPath } from '@reeve/machinery';

const object = {
  spec: {
    replicas: 3,
    ports: [
      { name: 'web', port: 80 },
      { name: 'admin', port: 8080 },
    ],
  },
  metadata: { labels: { 'app.kubernetes.io/name': 'shop' } },
  status: { conditions: [{ type: 'Ready', status: 'True' }] },
};

const found = (path: string): unknown[] => followJsonPath(parseJsonPath(path), object);

describe('a JSONPath', () => {
  test.each([
    ['.spec.replicas', [3]],
    ['.spec.ports[0].port', [80]],
    ['.spec.ports[-1].name', ['admin']],
    ['.spec.ports[*].port', [80, 8080]],
    ['.spec.ports[1:].port', [8080]],
    ['.spec.ports[0,1].name', ['web', 'admin']],
    ['.spec.ports[?(@.name=="web")].port', [80]],
    ["['spec']['replicas']", [3]],
    ['.spec.ports[?(@.port>100)].name', ['admin']],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    [String.raw`.metadata.labels.app\.kubernetes\.io/name`, ['shop']],
    [`.metadata.labels['app.kubernetes.io/name']`, ['shop']],
    ['..port', [80, 8080]],
    ['.spec.nothing[0].name', []],
    ['.constructor', []],
    ['$.spec.replicas', [3]],
  ])('%s finds %j', (path, values) => {
    expect(found(path)).toEqual(values);
  });

  test.each([
    ['.items[0', 'unterminated array'],
    ['.items[x]', 'invalid array index x'],
    ['(', 'unrecognized character in action: ('],
    [`${'[?(@'.repeat(50_000)}`, 'nested more than 100 times'],
  ])('that cannot be read is refused with the reason (%#)', (path, reason) => {
    expect(() => parseJsonPath(path)).toThrow(
      expect.objectContaining({ code: 'REEVE_INVALID_INPUT', message: expect.stringContaining(reason) }),
    );
  });
});
