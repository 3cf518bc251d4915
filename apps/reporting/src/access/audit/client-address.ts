import { isIP } from 'node:net';
import type { Request } from 'express';

/** Where a call came from, as the database can store it; null for what a proxy made of nothing. */
export function clientAddress({ ip = '' }: Request): string | null {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return isIP(plain) === 0 ? null : plain;
}
