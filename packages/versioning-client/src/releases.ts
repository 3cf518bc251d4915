import type { components } from './generated/api';
import { notTheService, type Result, unwrap } from './http';

export type Release = components['schemas']['Release'];

export type ReleaseOptions =
  | {
      /** Only releases built from this commit; at least its first 7 digits. */
      readonly commit?: string;
      /** `next` of a page, for older releases. */
      readonly after?: string;
      /** 1 to 1,000; defaults to 100. */
      readonly limit?: number;
    }
  | {
      /** `monitor` of a page, for later releases. */
      readonly since: string;
      readonly limit?: number;
    };

export interface ReleasePage {
  readonly releases: readonly Release[];
  /** Pass as `after` for older releases; null if there are none, and on pages requested with `since`. */
  readonly next: string | null;
  /** Pass as `since`, any number of times, for all releases after this page. */
  readonly monitor: string;
}

export function readPage(result: Result<Release[]>): ReleasePage {
  const releases = unwrap(result);
  const links = result.response.headers.get('Link') ?? '';
  const monitor = cursorOf(links, 'monitor', 'since');
  if (monitor === null) throw notTheService(result.response);
  return { releases, next: cursorOf(links, 'next', 'after'), monitor };
}

/** Returns `abc` from `<https://…?after=abc>; rel="next"`. */
function cursorOf(links: string, rel: string, parameter: string): string | null {
  const target = new RegExp(`<([^>]*)>; rel="${rel}"`).exec(links)?.[1];
  return target === undefined ? null : new URL(target, 'http://host').searchParams.get(parameter);
}
