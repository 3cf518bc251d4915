import { absoluteUrl } from '@platform/http';
import type { Request } from 'express';
import { problemOf } from '../../http/problems';
import type { Config } from '../../main/config';

/** Checks Origin, or else Referer, or else Sec-Fetch-Site; browsers send at least one. @throws Problem origin-not-allowed */
export function refuseForeignOrigin(config: Config, request: Request): void {
  const { origin, referer } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin !== undefined) refuseUnless(isKnown(config, request, origin));
  else if (referer !== undefined) refuseUnless(isKnown(config, request, originOf(referer)));
  else if (site !== undefined) refuseUnless(site === 'same-origin' || site === 'none');
}

function isKnown(config: Config, request: Request, origin: string | null): boolean {
  if (origin === null) return false;
  const own = originOf(absoluteUrl(request, ''));
  return origin === own || config.allowedOrigins.includes(origin);
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

function refuseUnless(isAllowed: boolean): void {
  if (!isAllowed) throw problemOf('origin-not-allowed');
}
