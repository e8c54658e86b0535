/**
 * Who is there now, of things that come and go thousands of times a second. A `Set` could do the same, but each time its table is rebuilt the old table
 * points to the new one: once one of them has outlived a few collections, all that follow are kept with everything in them until the next full one.
 *
 * Invariant: the member at index `i` has the place `i`.
 */

/** Something that can be in one roster at a time. */
export interface Enrolled {
  /** Where it stands. Only the roster writes it. */
  place: number;
}

/** Members in no order. Adding and deleting cost the same however many there are. */
export class Roster<Member extends Enrolled> implements Iterable<Member> {
  readonly #members: Member[] = [];

  get size(): number {
    return this.#members.length;
  }

  add(member: Member): void {
    member.place = this.#members.length;
    this.#members.push(member);
  }

  /** Takes a member out; false when it was not in. */
  delete(member: Member): boolean {
    if (this.#members[member.place] !== member) return false;
    const last = this.#members.pop();
    if (last === undefined || last === member) return true;
    last.place = member.place;
    this.#members[member.place] = last;
    return true;
  }

  /** Everybody who is in. Whoever is being looked at may be taken out meanwhile. */
  *[Symbol.iterator](): Generator<Member, void, void> {
    for (let place = this.#members.length - 1; place >= 0; place -= 1) {
      const member = this.#members[place];
      if (member !== undefined) yield member; // absent when others left as well
    }
  }
}
