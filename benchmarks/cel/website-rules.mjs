/**
 * The custom resource of the schema benchmark with five rules: two of the spec, one of each container, one of a map, one of the whole object.
 */
import { customSchema } from '../schema/website.mjs';

/** @typedef {import('@reeve/machinery').JsonObject} Json */

/** @param {...string} rules @returns {Json} */
const ruled = (...rules) => ({ 'x-kubernetes-validations': rules.map((rule) => ({ rule })) });

/** @type {any} */
const schema = structuredClone(customSchema);
const { spec } = schema.properties;
Object.assign(
  spec,
  ruled(
    "!has(self.schedule) || self.schedule == 'daily' || self.replicas > 1",
    'self.containers.all(c, self.containers.exists_one(d, d.name == c.name))',
  ),
);
Object.assign(spec.properties.containers, { maxItems: 10 });
Object.assign(
  spec.properties.containers.items,
  ruled("!has(self.ports) || self.ports.all(p, !has(p.name) || p.name != 'https' || p.containerPort != 80)"),
);
Object.assign(spec.properties.containers.items.properties.ports, { maxItems: 10 });
Object.assign(spec.properties.containers.items.properties.image, { maxLength: 200 });
Object.assign(spec.properties.selector.properties.matchLabels, { maxProperties: 10, ...ruled("'app' in self") });
Object.assign(schema, ruled("self.metadata.name.startsWith('b') || !has(self.status)"));

/** @type {Json} */
export const schemaWithRules = schema;
