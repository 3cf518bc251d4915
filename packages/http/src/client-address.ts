import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';

/** Express's `trust proxy` setting: a hop count or addresses; false trusts no proxy. */
export type TrustProxy = false | number | readonly string[];

const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** IPv4 within IPv6 (RFC 4291, 2.5.5.2), as which Express compares addresses. */
const IPV4 = ipaddr.IPv6.parse('::ffff:0:0');

/** Returns null for anything but a hop count or a list of addresses; `true` is rejected. */
export function parseTrustProxy(text: string): TrustProxy | null {
  if (text === 'off') return false;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const addresses = text.split(',').map(address => address.trim());
  return addresses.every(isAddress) ? addresses : null;
}

/** An address, a network or a named range; not all addresses of IPv4 or IPv6, which trust every peer, like `true`. */
function isAddress(text: string): boolean {
  if (RANGES.includes(text)) return true;
  if (!ipaddr.isValidCIDR(text)) return isIP(text) !== 0;
  const [address, bits] = ipaddr.parseCIDR(text);
  const hasAllOfIpv4 = bits <= 96 && address instanceof ipaddr.IPv6 && IPV4.match(address, bits);
  return isIP(text.split('/')[0]!) !== 0 && bits > 0 && !hasAllOfIpv4;
}

/** Whether the connection's peer is trusted to send X-Forwarded-* headers. */
export function isFromTrustedProxy(request: Request): boolean {
  const trust = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return trust(request.socket.remoteAddress ?? '', 0);
}

/** Some gateways add ports to `X-Forwarded-For`, which Express treats as part of the address. */
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

/** Converts an address to a form that PostgreSQL accepts; null if it is invalid. */
export function plainAddress(address = ''): string | null {
  const plain = address.replace(/%.*$/, '');
  return isIP(plain) === 0 ? null : ipaddr.process(plain).toString();
}

/** The key for per-address limits: an IPv4 address or an IPv6 /64 network. */
export const addressKey = (address: string | undefined) => networkKey(address, 64);

/** The key for per-subscriber limits: an IPv4 address or an IPv6 /56 network. */
export const addressBlock = (address: string | undefined) => networkKey(address, 56);

function networkKey(address: string | undefined, ipv6Bits: number): string {
  const plain = plainAddress(address);
  if (plain === null || isIP(plain) === 4) return plain ?? 'unknown';
  const network = `${plain}/${ipv6Bits}`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(network).toString()}/${ipv6Bits}`;
}
