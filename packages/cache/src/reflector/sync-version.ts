/**
 * Up to which version a reflector knows its collection, and from which version it may ask to go on.
 * Upstream: the reflector's lastSyncResourceVersion and isLastSyncResourceVersionUnavailable.
 */
import { tryCompareResourceVersions } from '@reeve/machinery';

/** So often a whole list that is older than what is known is taken for a lagging server's; then history itself must have gone back. */
const MOST_STALE = 3;

/** The version of the last sync or event. */
export class SyncVersion {
  #last = '';
  #lastUid: string | undefined;
  #isLost = false;
  #stale = 0;

  /** The last version known; empty before the first sync. */
  get last(): string {
    return this.#last;
  }

  /** What a list asks for: anything at hand at first, later what is known already, and the newest when the server has lost that. */
  get forList(): string {
    if (this.#isLost) return '';
    return this.#last === '' ? '0' : this.#last;
  }

  /** What a streaming list asks for: as for a list, but the newest at first. */
  get forStream(): string {
    return this.#isLost ? '' : this.#last;
  }

  /** The server does not have the version any more; or not at all, when it says that the version is too large. */
  lose(isTooLarge = false): void {
    this.#isLost = true;
    if (isTooLarge) this.#stale = MOST_STALE;
  }

  /** Everything up to this version is known. */
  synced(version: string): void {
    this.#isLost = false;
    this.#stale = 0;
    this.reach(version);
  }

  /**
   * True when a whole list of this version may replace what is known. One that is older is refused a few times, because somebody lags
   * behind; when it comes again and again, or the server does not know our version, then it was restored from a backup.
   */
  mayReplace(version: string): boolean {
    if (tryCompareResourceVersions(version, this.#last) !== -1) return true;
    this.#stale += 1;
    return this.#isLost && this.#stale > MOST_STALE;
  }

  /** An event, or a bookmark without a uid, came with this version. */
  reach(version: string, uid?: string): void {
    this.#last = version;
    this.#lastUid = uid;
  }

  /** True of an event that is already part of what is known. Versions that cannot be compared are taken to be new. */
  isKnown(version: string, uid: string | undefined): boolean {
    const order = tryCompareResourceVersions(version, this.#last);
    return order === -1 || (order === 0 && uid !== undefined && uid === this.#lastUid);
  }
}
