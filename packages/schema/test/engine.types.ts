import type { DeepReadonly, ReadonlyJsonObject } from '@reeve/machinery';
import { compileSchema, structuralSchema } from '@reeve/schema';

interface Website {
  spec: { replicas: number };
}

declare const cached: DeepReadonly<Website> & ReadonlyJsonObject;

const engine = compileSchema({ type: 'object' });
engine.validate(cached);
engine.validateUpdate(cached, cached);

// @ts-expect-error what the engine returns may share parts with what it was given
engine.default(cached)['spec'] = {};

// @ts-expect-error a schema that may be wrong must be looked at first
compileSchema(structuralSchema({}).schema);
