import { hash } from 'node:crypto';

/**
 * The handle of an organization. Specifies the organization for requests with a session; a secret is already bound to
 * one.
 * @maxLength 100
 * @pattern ^[^\u0000-\u001f\u007f]*$ must not contain control characters
 */
export type OrganizationHandle = string;

/**
 * A UUID.
 * @pattern ^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$ must be a UUID
 * @format uuid
 * @example "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01"
 */
export type Uuid = string;

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
