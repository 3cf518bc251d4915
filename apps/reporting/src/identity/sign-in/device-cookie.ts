import { hash, randomUUID } from 'node:crypto';
import { SignedCookie } from '@platform/auth/cookies';
import type { Request, Response } from 'express';
import { sameSiteOf } from '../../http/session-cookie';
import type { Context } from '../../main/context';

/**
 * The account that last signed in with a password in this browser (OWASP, "Device Cookies"). Its failed sign-ins are
 * counted separately, so that others cannot exhaust its limit. The cookie does not authenticate.
 */
export interface Device {
  readonly id: string;
  readonly accountUuid: string;
  /** A changed password invalidates all devices of the account. */
  readonly passwordFingerprint: string;
}

const cookie = new SignedCookie<Device>({
  name: 'reporting_device',
  purpose: 'device',
  seconds: 180 * 24 * 3_600,
});

/** Returns null without a cookie signed by this service. */
export function readDevice(context: Context, request: Request): Device | null {
  return cookie.read(request, context);
}

interface Account {
  readonly accountUuid: string;
  readonly passwordHash: string | null;
}

export function isDeviceOf(device: Device, { accountUuid, passwordHash }: Account): boolean {
  if (passwordHash === null || device.accountUuid !== accountUuid) return false;
  return device.passwordFingerprint === fingerprint(passwordHash);
}

/** A known device keeps its ID and thus its count. */
export function setDeviceCookie(
  context: Context,
  response: Response,
  { accountUuid, passwordHash }: Account,
  known: Device | null,
): void {
  const id = known?.id ?? randomUUID();
  const device = { id, accountUuid, passwordFingerprint: fingerprint(passwordHash!) };
  cookie.set(response, device, context, sameSiteOf(context.config));
}

/** Safe to store in a cookie: a bcrypt hash is salted. */
function fingerprint(passwordHash: string): string {
  return hash('sha256', passwordHash, 'base64url');
}
