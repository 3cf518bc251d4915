import type { RequestHandler } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import ipaddr from 'ipaddr.js';

/**
 * Removes the ports from `X-Forwarded-For`, which some gateways write: Express takes `192.0.2.7:4711` for
 * an address, so that every port would be another client.
 */
export function removeForwardedPorts(): RequestHandler {
  return (request, _response, next) => {
    const forwarded = request.headers['x-forwarded-for'];
    if (typeof forwarded === 'string' && forwarded.includes(':')) {
      request.headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(',');
    }
    next();
  };
}

/** `192.0.2.7:4711` → `192.0.2.7`, `[2001:db8::1]:4711` → `2001:db8::1`. */
function withoutPort(element: string): string {
  const text = element.trim();
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

/** An address as PostgreSQL takes it; null for what a proxy wrote and is none. */
export function plainAddress(address = ''): string | null {
  const plain = address.replace(/%.*$/, '');
  return ipaddr.isValid(plain) ? ipaddr.process(plain).toString() : null;
}

/** What limits count an address under: an IPv4 address, or the /64 of an IPv6 one, which one subscriber has. */
export function addressKey(address: string | undefined): string {
  const plain = plainAddress(address);
  return plain === null ? 'unknown' : ipKeyGenerator(plain, 64);
}
