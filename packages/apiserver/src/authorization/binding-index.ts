/**
 * Bindings by those whom they bind, so that a request is not compared with every binding there is. Upstream goes through all of them.
 */
import { quote } from '@reeve/machinery';
import { fieldsAt, itemsAt, textAt, type ApiObject, type Fields, type UserInfo } from '@reeve/registry';

/** What a binding gives to a user: a role, by way of one of its subjects. */
export interface Grant {
  readonly role: RoleRef;
  /** The binding, its role and the subject in words. */
  readonly source: string;
}

export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

/** A grant with the places of its binding and its subject, which say which one counts. */
interface Entry extends Grant {
  readonly binding: number;
  readonly subject: number;
}

/** Users whose grants are remembered. When there are more, all are forgotten. */
const rememberedUsers = 1000;

export class BindingIndex {
  readonly #users = new Map<string, Entry[]>();
  readonly #groups = new Map<string, Entry[]>();
  readonly #found = new Map<string, readonly Grant[]>();

  /** `namespace` is that of RoleBindings, empty for ClusterRoleBindings. */
  constructor(bindings: Iterable<ApiObject>, namespace: string) {
    let order = 0;
    for (const binding of bindings) this.#add(binding, (order += 1), namespace);
  }

  /** What the bindings give to a user, in the order of the bindings. */
  grantsOf(user: UserInfo): readonly Grant[] {
    const key = user.groups.length === 0 ? user.name : `${user.name}\0${user.groups.join('\0')}`;
    let found = this.#found.get(key);
    if (found === undefined) {
      if (this.#found.size >= rememberedUsers) this.#found.clear();
      this.#found.set(key, (found = this.#find(user)));
    }
    return found;
  }

  #find({ name, groups }: UserInfo): readonly Grant[] {
    const all = [...(this.#users.get(name) ?? []), ...groups.flatMap((group) => this.#groups.get(group) ?? [])];
    const sorted = all.toSorted((a, b) => a.binding - b.binding || a.subject - b.subject);
    return sorted.filter((entry, at) => entry.binding !== sorted[at - 1]?.binding); // the first subject that applies
  }

  #add(binding: ApiObject, order: number, namespace: string): void {
    const role = {
      kind: textAt(fieldsAt(binding, 'roleRef'), 'kind'),
      name: textAt(fieldsAt(binding, 'roleRef'), 'name'),
    };
    for (const [at, subject] of itemsAt(binding, 'subjects').entries()) {
      const who = boundTo(subject, namespace);
      if (who === undefined) continue;
      const into = who.isGroup ? this.#groups : this.#users;
      const entry: Entry = { role, source: sourceOf(binding, role, subject, namespace), binding: order, subject: at };
      const known = into.get(who.name);
      if (known) known.push(entry);
      else into.set(who.name, [entry]);
    }
  }
}

/** Whom a subject is; a service account without a namespace is nobody in the cluster's scope. */
function boundTo(subject: Fields, namespace: string): { name: string; isGroup: boolean } | undefined {
  const name = textAt(subject, 'name');
  switch (textAt(subject, 'kind')) {
    case 'User':
      return { name, isGroup: false };
    case 'Group':
      return { name, isGroup: true };
    case 'ServiceAccount': {
      const home = textAt(subject, 'namespace') || namespace;
      return home === '' ? undefined : { name: `system:serviceaccount:${home}:${name}`, isGroup: false };
    }
    default:
      return undefined;
  }
}

function sourceOf({ metadata }: ApiObject, role: RoleRef, subject: Fields, namespace: string): string {
  const [kind, name] = [textAt(subject, 'kind'), textAt(subject, 'name')];
  const home = textAt(subject, 'namespace') || namespace;
  const who = `${kind} ${quote(kind === 'ServiceAccount' ? `${name}/${home}` : name)}`;
  const own = metadata.name ?? '';
  const binding = namespace === '' ? `ClusterRoleBinding ${quote(own)}` : `RoleBinding ${quote(`${own}/${namespace}`)}`;
  return `${binding} of ${role.kind} ${quote(role.name)} to ${who}`;
}
