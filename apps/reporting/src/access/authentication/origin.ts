import { readCookie } from '@platform/auth';
import { absoluteUrl } from '@platform/http';
import type { Request } from 'express';
import type { Config } from '../../config';
import { SESSION_COOKIE } from '../sign-in/sessions';
import { refusals } from './refusals';

/**
 * Refuses what a page of a foreign origin sends with a session cookie, whatever the method, even when
 * another credential decides (decisions-reporting, "Origins").
 * @throws Problem origin-not-allowed
 */
export function refuseForeignCookies(config: Config, request: Request): void {
  if (readCookie(request, SESSION_COOKIE) !== null) refuseForeignOrigin(config, request);
}

/**
 * Judges a request by Origin, else by Referer, else by Sec-Fetch-Site. A client that sends none of them
 * is no browser, and no page can make it call.
 * @throws Problem origin-not-allowed
 */
export function refuseForeignOrigin(config: Config, request: Request): void {
  const { origin, referer } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin !== undefined) require(isKnown(config, request, origin));
  else if (referer !== undefined) require(isKnown(config, request, originOf(referer)));
  else if (site !== undefined) require(site === 'same-origin' || site === 'none');
}

function isKnown(config: Config, request: Request, origin: string | null): boolean {
  if (origin === null) return false;
  const own = originOf(absoluteUrl(request, '', config.publicUrl));
  return origin === own || config.allowedOrigins.includes(origin);
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

function require(isAllowed: boolean): void {
  if (!isAllowed) throw refusals.originNotAllowed();
}
