import { fileURLToPath } from 'node:url';
import {
  ConfigurationError,
  count,
  duration,
  flag,
  httpUrl,
  isSet,
  list,
  oneOf,
  optionalText,
  rateLimit,
  readSettings,
  type SettingValues,
  setting,
} from '@platform/config';
import { databaseSettings, postgresUrl } from '@platform/db';
import { serverSettings } from '@platform/http/settings';
import { isCronExpression } from '@platform/jobs';
import type { CommandTools as ToolsOf, WithTools as WithToolsOf } from '@platform/service';
import { auditSettings } from '@platform/service';
import { z } from 'zod';
import {
  linkClaimSetting,
  providerGrantsSetting,
} from '../identity/single-sign-on/provider-grants';

const serviceKey = z.string().min(32, 'comma-separated keys of at least 32 characters each');

const secret = z.string().min(32, 'comma-separated secrets of at least 32 characters each');

const domain = z.string().regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'a domain such as example.org');

const origin = z
  .string()
  .refine(
    text => URL.canParse(text) && new URL(text).origin === text,
    'comma-separated origins such as https://app.example.org, without a path',
  );

const issuer = httpUrl('the absolute URL of an OpenID provider, without a query');

const sessionSecret = list(
  'comma-separated secrets for sessions: the first signs, all are accepted; required with DATABASE_URL',
  secret,
);

const requiredSessionSecret = {
  ...sessionSecret,
  schema: sessionSecret.schema.refine(
    secrets => secrets.length > 0,
    'at least 32 random characters: openssl rand -hex 32',
  ),
};

const signInSettings = {
  SESSION_SECRET: sessionSecret,
  SESSION_COOKIE_DOMAIN: optionalText('domain of the session cookie', domain),
  SESSION_COOKIE_SAMESITE: oneOf(
    ['Lax', 'Strict', 'None'],
    'Lax',
    'SameSite attribute of the session cookie: Lax, Strict or None',
  ),
  ALLOWED_ORIGINS: list('origins whose pages may send the session cookie', origin),
  OIDC_ISSUER: optionalText(
    'OpenID provider for single sign-on; if unset, single sign-on is off',
    issuer,
  ),
  OIDC_CLIENT_ID: optionalText('client ID of this service at the provider'),
  OIDC_CLIENT_SECRET: optionalText('client secret of this service at the provider'),
  OIDC_EMAIL_VERIFIED: oneOf(
    ['required', 'trusted'],
    'required',
    'required: the provider must confirm that an e-mail address is verified; trusted: only if users cannot choose it',
  ),
  OIDC_GRANTS: providerGrantsSetting,
  OIDC_LINK_CLAIM: linkClaimSetting,
  OIDC_GRANTS_MAX_AGE: duration('30d', 'how long rights from OIDC_GRANTS last after a sign-in', {
    min: 1_000,
    maxDays: 3_660,
  }),
  OIDC_CREATE_ACCOUNTS: flag(
    'create an account at sign-in for users without one whom OIDC_GRANTS grants a right',
  ),
};

/** Cron with five fields, in UTC; null is never. */
const snapshotSettings = {
  SNAPSHOT_SCHEDULE: setting(
    z
      .string()
      .refine(
        text => text === 'off' || isCronExpression(text),
        'a cron expression of five fields, such as 0 2 * * 0, or off',
      )
      .transform(text => (text === 'off' ? null : text)),
    '0 2 * * 0',
    'schedule of snapshots: a cron expression in UTC, or off',
  ),
};

/** Rejects lists of hosts, which have a comma after the credentials. */
const standbyUrl = z
  .string()
  .refine(
    text => URL.canParse(text) && !(new URL(text).host + new URL(text).pathname).includes(','),
    'a single PostgreSQL URL; for several standbys, use the URL of a proxy such as HAProxy (deploy/patroni)',
  )
  .pipe(postgresUrl);

const smtpUrl = z
  .string()
  .refine(
    text =>
      /^(smtps?:\/\/[^/?#]+\/?(\?[^#]*)?|file:\/\/\/([^%]|%(?!2[Ff])[\dA-Fa-f]{2})*)$/.test(text) &&
      URL.canParse(text),
    'smtp://user:password@host:587, smtps://…, or file:///folder to write emails to files',
  );

const mailAddress = z
  .string()
  .regex(
    /^([^<>@\r\n]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'an address, or a name followed by an <address>',
  );

const mailSettings = {
  SMTP_URL: optionalText(
    'mail server: smtp://user:password@host:587 or smtps://…; requires MAIL_FROM and PUBLIC_URL',
    smtpUrl,
  ),
  MAIL_FROM: optionalText('sender of emails; required with SMTP_URL', mailAddress),
  MAIL_MAX_ATTACHMENT: count(
    10_000_000,
    'max size in bytes of a report attached to an email; larger reports are linked',
  ),
};

const importSettings = {
  IMPORT_MAX_BYTES: count(
    1024 ** 3,
    'max size of an upload in bytes; unpacked, it may be ten times as large',
  ),
  IMPORT_UPLOAD_TIMEOUT: duration('30m', 'max time for an upload to arrive', { min: 1_000 }),
  IMPORT_BEFORE_DAYS: count(
    30,
    'retention period in days of rows as they were before an import; 0 keeps none',
    { min: 0, max: 3_650 },
  ),
};

/** All environment variables of the service, listed by `--help`. */
export const settings = {
  ...serverSettings({ port: 3002 }),
  ...databaseSettings,
  STATEMENT_TIMEOUT: duration('60s', 'max run time of a report’s statement', { min: 100 }),
  DATABASE_REPLICA_URL: optionalText(
    'standby for reports, or a proxy for several; reports use DATABASE_URL if unset or while it fails',
    standbyUrl,
  ),
  REPORT_CONCURRENCY: count(
    8,
    'max concurrent reports; others wait up to 10 s, then fail with 503',
  ),
  REPORT_MAX_DURATION: duration('10m', 'max duration of a report, including sending it', {
    min: 1_000,
  }),
  SERVICE_KEY: list(
    'comma-separated keys (at least 32 characters each) of trusted servers, which act as the platform',
    serviceKey,
  ),
  ...signInSettings,
  RATE_LIMIT_DEFAULT: rateLimit('300/60', 'calls per account and kind of credential'),
  RATE_LIMIT_REPORTS: rateLimit(
    '30/60',
    'reports as files per account and kind of credential (COUNT/SECONDS or off); four times as many as JSON',
  ),
  RATE_LIMIT_SIGN_IN: rateLimit(
    '10/300',
    'failed sign-ins per address; five times as many per IPv6 /56 network',
  ),
  RATE_LIMIT_FAILED_AUTH: rateLimit('60/60', 'failed authentications per address'),
  ...snapshotSettings,
  ...mailSettings,
  ...importSettings,
  ...auditSettings,
  CONSOLE: oneOf(
    ['on', 'off'],
    'on',
    'serve the console at /console/, to which GET / redirects browsers',
  ),
  COMMIT: optionalText('commit of this build; set by images'),
};

export type Config = SettingValues<typeof settings>;

export type CommandTools = ToolsOf<Config>;
export type WithTools = WithToolsOf<Config>;

/**
 * Serving requires SESSION_SECRET, except with the embedded database.
 * @throws ConfigurationError listing every invalid value, or else every missing setting that another one requires
 */
export function readConfig(env: NodeJS.ProcessEnv, purpose: 'serve' | 'command' = 'serve'): Config {
  const mustHaveSecret = purpose === 'serve' && isSet('DATABASE_URL', env);
  const config = readSettings(
    mustHaveSecret ? { ...settings, SESSION_SECRET: requiredSessionSecret } : settings,
    env,
  );
  const faults = [...removedSettings(env), ...providerFaults(config), ...mailFaults(config)];
  if (faults.length > 0) throw new ConfigurationError(faults);
  return config;
}

function removedSettings(env: NodeJS.ProcessEnv): string[] {
  if (!isSet('REPLICA_MAX_LAG', env)) return [];
  return [
    'REPLICA_MAX_LAG was removed: unset it, and limit the lag of standbys in the proxy at DATABASE_REPLICA_URL, for example with Patroni’s /replica?lag=16MB.',
  ];
}

function providerFaults({ oidcGrants, oidcCreateAccounts, ...config }: Config): string[] {
  const { oidcIssuer: issuer, oidcClientId: clientId } = config;
  const isTrusted = config.oidcEmailVerified === 'trusted';
  const given = {
    OIDC_CLIENT_SECRET: config.oidcClientSecret !== null,
    'OIDC_EMAIL_VERIFIED=trusted': isTrusted,
    OIDC_GRANTS: oidcGrants.length > 0,
    OIDC_LINK_CLAIM: config.oidcLinkClaim !== null,
  };
  return [
    (issuer === null) !== (clientId === null) &&
      'OIDC_ISSUER and OIDC_CLIENT_ID must be set together.',
    ...Object.entries(given).map(
      ([name, isGiven]) => isGiven && issuer === null && `${name} requires OIDC_ISSUER.`,
    ),
    oidcCreateAccounts &&
      oidcGrants.length === 0 &&
      'OIDC_CREATE_ACCOUNTS requires OIDC_GRANTS, which determines who gets an account.',
    isTrusted &&
      isMultiTenant(issuer) &&
      'OIDC_EMAIL_VERIFIED=trusted cannot be used with a multi-tenant issuer, where anyone can set an e-mail address. Set OIDC_ISSUER to the issuer of your tenant.',
  ].filter(fault => fault !== false);
}

/** Entra ID's issuers for organizations, for personal accounts, and for both. */
function isMultiTenant(issuer: string | null): boolean {
  if (issuer === null) return false;
  const { hostname, pathname } = new URL(issuer);
  const tenant = pathname.split('/')[1]?.toLowerCase() ?? '';
  return (
    /(^|\.)(microsoftonline\.(com|us|de)|partner\.microsoftonline\.cn|windows\.net)$/.test(
      hostname,
    ) &&
    ['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'].includes(
      tenant,
    )
  );
}

/** The base URL of links in emails, without a trailing slash. PUBLIC_URL may be unset for demos. */
export function linkAddress({ publicUrl, port, basePath }: Config): string {
  return (publicUrl ?? `http://127.0.0.1:${port}${basePath}`).replace(/\/+$/, '');
}

/** The folder to which emails are written; null if they are sent to a server. */
export function outboxFolder(smtpUrl: string): string | null {
  return smtpUrl.startsWith('file:') ? fileURLToPath(smtpUrl) : null;
}

/** Links require PUBLIC_URL, because a request's own URL cannot be trusted. Files are for local demos. */
function mailFaults({ smtpUrl, mailFrom, publicUrl }: Config): string[] {
  if (smtpUrl === null) return [];
  const missing = [
    ...(mailFrom === null ? ['MAIL_FROM'] : []),
    ...(publicUrl === null && outboxFolder(smtpUrl) === null ? ['PUBLIC_URL'] : []),
  ];
  return missing.length === 0 ? [] : [`SMTP_URL requires ${missing.join(' and ')}.`];
}
