/**
 * Failures of building and pushing images.
 */
import { ReeveError } from '@reeve/machinery';

/** What kind of failure it is. */
export type ImageErrorCode =
  /** A reference, a platform or an option that cannot be read. */
  | 'REEVE_IMAGE_INVALID'
  /** The project cannot be put into an image as it is. */
  | 'REEVE_IMAGE_PROJECT'
  /** A registry, or a layout on disk, did not give or take what was asked for. */
  | 'REEVE_IMAGE_REGISTRY';

/** A failure of building or pushing an image. */
export class ImageError extends ReeveError {
  /** What to type or to do next. */
  readonly next: string | undefined;
  /** The HTTP status of a registry's answer. */
  readonly httpStatus: number | undefined;

  constructor(
    code: ImageErrorCode,
    message: string,
    {
      next,
      httpStatus,
      ...options
    }: ErrorOptions & { readonly next?: string | undefined; readonly httpStatus?: number | undefined } = {},
  ) {
    super(code, message, options);
    this.next = next;
    this.httpStatus = httpStatus;
  }
}
