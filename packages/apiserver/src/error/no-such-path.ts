/**
 * A path that the server does not know at all, which it says in plain text and not as a Status.
 */
export class NoSuchPath extends Error {
  constructor() {
    super('404 page not found');
    this.name = 'NoSuchPath';
  }
}
