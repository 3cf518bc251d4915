import { hash, randomUUID } from 'node:crypto';
import { readCookie } from '@platform/auth';
import type { Request, Response } from 'express';
import { hostCookieName, hostCookieOptions } from '../../http/session-cookie';
import type { Context } from '../../main/context';
import { readToken, signToken } from './tokens';

const COOKIE = hostCookieName('reporting_device');
const PURPOSE = 'device';
const SECONDS = 180 * 24 * 3_600;

/**
 * The account that last signed in by password in this browser (OWASP, "Device Cookies"). Its failed sign-ins are
 * counted apart, so that nobody else can use up its limit. The cookie does not authenticate.
 */
export interface Device {
  readonly id: string;
  readonly accountUuid: string;
  /** A changed password invalidates all devices of the account. */
  readonly passwordFingerprint: string;
}

interface DeviceClaims extends Device {
  readonly purpose: typeof PURPOSE;
  readonly exp: number;
}

/** Null without a cookie signed by this service. */
export function readDevice(
  { sessionSecrets: secrets, clock }: Context,
  request: Request,
): Device | null {
  const cookie = readCookie(request, COOKIE);
  if (cookie === null || cookie === 'several') return null;
  const claims = readToken(cookie.value, { secrets, now: clock() }, areDeviceClaims);
  return claims === 'expired' ? null : claims;
}

function areDeviceClaims(claims: unknown): claims is DeviceClaims {
  return (claims as Partial<DeviceClaims>).purpose === PURPOSE;
}

interface Account {
  readonly accountUuid: string;
  readonly passwordHash: string | null;
}

export function isDeviceOf(device: Device, { accountUuid, passwordHash }: Account): boolean {
  if (passwordHash === null || device.accountUuid !== accountUuid) return false;
  return device.passwordFingerprint === fingerprint(passwordHash);
}

/** A known device keeps its id, and so its count. */
export function setDeviceCookie(
  { config, sessionSecrets, clock }: Context,
  response: Response,
  { accountUuid, passwordHash }: Account,
  known: Device | null,
): void {
  const claims: DeviceClaims = {
    purpose: PURPOSE,
    id: known?.id ?? randomUUID(),
    accountUuid,
    passwordFingerprint: fingerprint(passwordHash!),
    exp: Math.floor(clock().getTime() / 1_000) + SECONDS,
  };
  const options = { ...hostCookieOptions(config), maxAge: SECONDS * 1_000 };
  response.cookie(COOKIE, signToken(claims, sessionSecrets[0]), options);
}

/** Safe to store in a cookie: a bcrypt hash is salted. */
function fingerprint(passwordHash: string): string {
  return hash('sha256', passwordHash, 'base64url');
}
