import { expect, test } from 'vitest';
import { unknownOptions } from '@reeve/machinery';

const known = { reconcileTimeoutMs: true, maxConcurrent: true, owns: true };

test.each([
  [{ maxConcurent: 2 }, [{ name: 'maxConcurent', meant: 'maxConcurrent' }]],
  [{ timeoutMs: 1 }, [{ name: 'timeoutMs', meant: 'reconcileTimeoutMs' }]],
  [{ own: [] }, [{ name: 'own', meant: 'owns' }]],
  [{ finalizers: [] }, [{ name: 'finalizers', meant: undefined }]],
  [{ toString: 1 }, [{ name: 'toString', meant: undefined }]],
  [{ owns: [], nothing: undefined }, []],
])('of %j nobody knows %j', (given, unknown) => {
  expect(unknownOptions(given, known)).toEqual(unknown);
});
