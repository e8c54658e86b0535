/**
 * The whole operator: a Secret with the annotation `copier.example.com/to` is copied into every namespace that the label selector in it names, its own excepted. Copies follow
 * their source and the namespaces. A Secret of the same name that is no copy is left alone.
 */
import { defineController, deletionStarted, index, metadataOf, Namespace, Secret, watch } from 'reeve';
import type { CachedObject, DeepReadonly, ReconcileContext } from 'reeve';

/** On a source: which namespaces, as a label selector. */
export const toAnnotation = 'copier.example.com/to';
/** On a copy: the source, as `namespace/name`. */
export const fromAnnotation = 'copier.example.com/from';

type ReadSecret = CachedObject<typeof Secret>;
type Context = Pick<ReconcileContext<typeof Secret>, 'list' | 'get' | 'delete'>;

const annotation = ({ metadata }: DeepReadonly<Secret>, name: string): string | undefined =>
  metadata.annotations?.[name];

export const secretCopier = defineController({
  name: 'secret-copier',
  for: Secret,
  watches: [
    watch(metadataOf(Namespace), async (_, ctx) =>
      (await ctx.list(Secret)).filter((secret) => annotation(secret, toAnnotation) !== undefined),
    ),
    watch(Secret, (secret) => [annotation(secret, fromAnnotation)].filter((source) => source !== undefined)),
  ],
  indexes: [
    index(Secret, 'copyOf', (secret) => [annotation(secret, fromAnnotation)].filter((source) => source !== undefined)),
  ],
  permissions: [{ kind: Secret, verbs: ['create', 'patch', 'delete'] }], // copies are in other namespaces, where nothing can own them
  async reconcile(source, ctx) {
    const namespaces = await freeNamespaces(source, ctx);
    const held = await copiesOf(ctx.key, ctx);
    const extra = held.filter(({ metadata }) => !namespaces.includes(metadata.namespace ?? ''));
    for (const copy of extra) await ctx.delete(Secret, copy);
    await ctx.apply(namespaces.map((namespace) => copyFor(source, namespace)));
  },
  async gone(key, ctx) {
    for (const copy of await copiesOf(key, ctx)) await ctx.delete(Secret, copy);
  },
});

const copiesOf = (key: string, ctx: Context): Promise<readonly ReadSecret[]> =>
  ctx.list(Secret, { fields: { copyOf: key } });

/** The namespaces that the selector names and in which the name is free, or has the copy already. */
async function freeNamespaces(source: ReadSecret, ctx: Context): Promise<readonly string[]> {
  const selector = annotation(source, toAnnotation);
  if (selector === undefined) return [];
  const { name, namespace: own } = source.metadata;
  const free: string[] = [];
  for (const namespace of await ctx.list(metadataOf(Namespace), { labels: selector })) {
    const place = namespace.metadata.name;
    if (place === own || deletionStarted(namespace)) continue;
    const there = await ctx.get(Secret, `${place}/${name}`);
    if (there === undefined || annotation(there, fromAnnotation) === `${own}/${name}`) free.push(place);
  }
  return free;
}

const copyFor = ({ metadata: { name, namespace: own }, type, data }: ReadSecret, namespace: string): Secret =>
  Secret.of({
    metadata: { name, namespace, annotations: { [fromAnnotation]: `${own}/${name}` } },
    ...(type !== undefined && { type }),
    ...(data !== undefined && { data: { ...data } }),
  });
