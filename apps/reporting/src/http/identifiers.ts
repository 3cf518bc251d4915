import { hash } from 'node:crypto';
import type { Uuid } from './wire-format';

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns a UUIDv5 (RFC 9562, 5.5), which is deterministic for a namespace and name. */
export function uuidV5(namespace: Buffer, name: string): Uuid {
  return formatUuidV5(hash('sha1', Buffer.concat([namespace, Buffer.from(name)])));
}

/** Converts a hexadecimal SHA-1 to a UUIDv5. */
export function formatUuidV5(hex: string): Uuid {
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    variant + hex.slice(18, 20),
    hex.slice(20, 32),
  ].join('-');
}
