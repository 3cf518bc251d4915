import type { components } from './generated/api';
import { notTheService, type Result, unwrap } from './http';

export type Release = components['schemas']['Release'];

export type ReleaseOptions =
  | {
      /** The beginning of a commit, at least 7 digits: releases of its builds alone. */
      readonly commit?: string;
      /** `next` of a page: older releases. */
      readonly after?: string;
      /** 1 to 1,000; 100 unless named. */
      readonly limit?: number;
    }
  | {
      /** `monitor` of a page: what was released after it. */
      readonly since: string;
      readonly limit?: number;
    };

export interface ReleasePage {
  readonly releases: readonly Release[];
  /** For `after`: older releases; null where there are none, and on pages of `since`. */
  readonly next: string | null;
  /** For `since`, as often as you like: what is released after this page, and nothing is missed. */
  readonly monitor: string;
}

export function readPage(result: Result<Release[]>): ReleasePage {
  const releases = unwrap(result);
  const links = result.response.headers.get('Link') ?? '';
  const monitor = cursorOf(links, 'monitor', 'since');
  if (monitor === null) throw notTheService(result.response);
  return { releases, next: cursorOf(links, 'next', 'after'), monitor };
}

/** Of `<https://…?after=abc>; rel="next"`. */
function cursorOf(links: string, rel: string, parameter: string): string | null {
  const target = new RegExp(`<([^>]*)>; rel="${rel}"`).exec(links)?.[1];
  return target === undefined ? null : new URL(target, 'http://host').searchParams.get(parameter);
}
