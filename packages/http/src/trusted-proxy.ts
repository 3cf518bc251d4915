import { isIP } from 'node:net';
import type { Request } from 'express';

/** What Express calls `trust proxy`: how many hops, or whose addresses; false trusts nobody. */
export type TrustProxy = false | number | readonly string[];

const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** Reads TRUST_PROXY; null when it is neither a hop count nor a list of addresses. `true` is neither. */
export function parseTrustProxy(text: string): TrustProxy | null {
  if (text === 'off') return false;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const addresses = text.split(',').map(address => address.trim());
  return addresses.every(isAddress) ? addresses : null;
}

/** An address, a network or a named range; a network of everybody (`/0`) is `true` by another name. */
function isAddress(text: string): boolean {
  if (RANGES.includes(text)) return true;
  const [address, bits, ...rest] = text.split('/');
  const version = isIP(address ?? '');
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

/** Whether the peer of this connection may speak for others: only then are X-Forwarded-* read. */
export function isFromTrustedProxy(request: Request): boolean {
  const trust = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return trust(request.socket.remoteAddress ?? '', 0);
}
