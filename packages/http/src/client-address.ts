import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';

/** The `trust proxy` setting of Express: a number of hops, or addresses; false trusts nobody. */
export type TrustProxy = false | number | readonly string[];

const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** Null for neither a hop count nor a list of addresses; `true` is refused. */
export function parseTrustProxy(text: string): TrustProxy | null {
  if (text === 'off') return false;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const addresses = text.split(',').map(address => address.trim());
  return addresses.every(isAddress) ? addresses : null;
}

/** An address, a network or a named range. `/0` is refused: it trusts every peer, as `true` does. */
function isAddress(text: string): boolean {
  if (RANGES.includes(text)) return true;
  if (!ipaddr.isValidCIDR(text)) return isIP(text) !== 0;
  return isIP(text.split('/')[0]!) !== 0 && ipaddr.parseCIDR(text)[1] > 0;
}

/** Whether the peer of this connection is trusted: only then are X-Forwarded-* read. */
export function isFromTrustedProxy(request: Request): boolean {
  const trust = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return trust(request.socket.remoteAddress ?? '', 0);
}

/** Some gateways write ports into `X-Forwarded-For`, which Express takes for part of the address. */
export const removeForwardedPorts: RequestHandler = (request, _response, next) => {
  const forwarded = request.headers['x-forwarded-for'];
  if (typeof forwarded === 'string' && forwarded.includes(':')) {
    request.headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(',');
  }
  next();
};

/** `192.0.2.7:4711` → `192.0.2.7`, `[2001:db8::1]:4711` → `2001:db8::1`. */
function withoutPort(element: string): string {
  const text = element.trim();
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

/** An address in the form that PostgreSQL accepts; null for anything else that a proxy sent. */
export function plainAddress(address = ''): string | null {
  const plain = address.replace(/%.*$/, '');
  return isIP(plain) === 0 ? null : ipaddr.process(plain).toString();
}

/** The key of limits per address: an IPv4 address, or a /64 network of IPv6. */
export function addressKey(address: string | undefined): string {
  return networkKey(address, 64);
}

/** The key of limits per address block: what one subscriber has, an IPv4 address or a /56 network of IPv6. */
export function addressBlock(address: string | undefined): string {
  return networkKey(address, 56);
}

function networkKey(address: string | undefined, ipv6Bits: number): string {
  const plain = plainAddress(address);
  if (plain === null || isIP(plain) === 4) return plain ?? 'unknown';
  const network = `${plain}/${ipv6Bits}`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(network).toString()}/${ipv6Bits}`;
}
