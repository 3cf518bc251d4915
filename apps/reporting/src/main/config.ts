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
import {
  auditSettings,
  type CommandTools as ToolsOf,
  type WithTools as WithToolsOf,
} from '@platform/service';
import { Cron } from 'croner';
import { z } from 'zod';
import {
  linkClaimSetting,
  providerGrantsSetting,
} from '../identity/single-sign-on/provider-grants';

const serviceKey = z.string().min(32, 'keys of at least 32 characters each, separated by commas');

const secret = z.string().min(32, 'secrets of at least 32 characters each, separated by commas');

const domain = z.string().regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'a domain such as example.org');

const origin = z
  .string()
  .refine(
    text => URL.canParse(text) && new URL(text).origin === text,
    'origins such as https://app.example.org, separated by commas, without a path',
  );

const issuer = httpUrl('the absolute URL of an OpenID provider, without a query');

const sessionSecret = list(
  'signs sessions; the first of a comma-separated list, and all of it is recognized; required with DATABASE_URL',
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
  SESSION_COOKIE_DOMAIN: optionalText('the domain that the session cookie is sent to', domain),
  SESSION_COOKIE_SAMESITE: oneOf(
    ['Lax', 'Strict', 'None'],
    'Lax',
    'Lax, Strict or None: whether other sites’ requests carry the cookie',
  ),
  ALLOWED_ORIGINS: list('origins whose pages may call with the session cookie', origin),
  OIDC_ISSUER: optionalText('the OpenID provider of single sign-on; absent: none', issuer),
  OIDC_CLIENT_ID: optionalText('this service at the provider'),
  OIDC_CLIENT_SECRET: optionalText('its secret there'),
  OIDC_EMAIL_VERIFIED: oneOf(
    ['required', 'trusted'],
    'required',
    'whether the provider has to say that an e-mail is verified: required, or trusted where its people cannot choose it',
  ),
  OIDC_GRANTS: providerGrantsSetting,
  OIDC_LINK_CLAIM: linkClaimSetting,
  OIDC_GRANTS_MAX_AGE: duration('30d', 'how long rights of OIDC_GRANTS hold after a sign-in', {
    min: 1_000,
    maxDays: 3_660,
  }),
  OIDC_CREATE_ACCOUNTS: flag(
    false,
    'whether somebody with a right of OIDC_GRANTS and no account gets one',
  ),
};

/** Cron with five fields, in UTC; null is never. */
const snapshotSettings = {
  SNAPSHOT_SCHEDULE: setting(
    z
      .string()
      .refine(
        text => text === 'off' || isSchedule(text),
        'a cron expression of five fields, such as 0 2 * * 0, or off',
      )
      .transform(text => (text === 'off' ? null : text)),
    '0 2 * * 0',
    'when snapshots are taken: a cron expression in UTC, or off',
  ),
};

/** A list has a comma after its credentials. */
const standbyUrl = postgresUrl.refine(
  text =>
    URL.canParse(text) &&
    !new URL(text).host.includes(',') &&
    !new URL(text).pathname.includes(','),
  'one PostgreSQL URL: for several standbys, that of a proxy such as HAProxy (deploy/patroni)',
);

const smtpUrl = z
  .string()
  .refine(
    text => /^(smtps?:\/\/|file:\/\/\/)/.test(text) && URL.canParse(text),
    'smtp://user:password@host:587, smtps://…, or file:///folder for mails as files',
  );

const mailAddress = z
  .string()
  .regex(
    /^([^<>@\r\n]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'an address, or a name and an <address>',
  );

const mailSettings = {
  SMTP_URL: optionalText(
    'the mail server: smtp://user:password@host:587 or smtps://…; requires MAIL_FROM and PUBLIC_URL',
    smtpUrl,
  ),
  MAIL_FROM: optionalText('the sender of mails; required with SMTP_URL', mailAddress),
  MAIL_MAX_ATTACHMENT: count(
    10_000_000,
    'bytes of the largest report that is attached to a mail; a larger one is a link',
  ),
};

const importSettings = {
  IMPORT_MAX_BYTES: count(1024 ** 3, 'bytes of an upload; unpacked it may have ten times as many'),
  IMPORT_UPLOAD_TIMEOUT: duration('30m', 'the longest that an upload may take to arrive', {
    min: 1_000,
  }),
  IMPORT_BEFORE_DAYS: count(
    30,
    'days that an import keeps the rows that it changed; 0 keeps none',
    {
      min: 0,
      max: 3_650,
    },
  ),
};

/** Every environment variable of the service; `--help` prints this table. */
export const settings = {
  ...serverSettings({ port: 3002 }),
  ...databaseSettings,
  STATEMENT_TIMEOUT: duration('60s', 'the longest that a statement of a report may run', {
    min: 100,
  }),
  DATABASE_REPLICA_URL: optionalText(
    'the standby that reports read, or a proxy of several; absent, or while it fails: DATABASE_URL',
    standbyUrl,
  ),
  REPORT_CONCURRENCY: count(8, 'reports that run at once; others wait up to 10 s, then get 503'),
  REPORT_MAX_DURATION: duration('10m', 'the longest that a report may take, its reader included', {
    min: 1_000,
  }),
  SERVICE_KEY: list(
    'keys of trusted servers, comma-separated, each at least 32 characters: they act as the platform',
    serviceKey,
  ),
  ...signInSettings,
  RATE_LIMIT_DEFAULT: rateLimit('300/60', 'calls of one account and kind of credential'),
  RATE_LIMIT_REPORTS: rateLimit(
    '30/60',
    'the same for reports as files; four times as many as JSON; COUNT/SECONDS or off',
  ),
  RATE_LIMIT_SIGN_IN: rateLimit(
    '10/300',
    'failed sign-ins of one address; five times as many of a /56 network of IPv6',
  ),
  RATE_LIMIT_FAILED_AUTH: rateLimit('60/60', 'failed authentications of one address'),
  ...snapshotSettings,
  ...mailSettings,
  ...importSettings,
  ...auditSettings,
  CONSOLE: oneOf(['on', 'off'], 'on', 'the console at /console/, where GET / redirects browsers'),
  COMMIT: optionalText('the commit that this build was made from; images set it'),
};

export type Config = SettingValues<typeof settings>;

export type CommandTools = ToolsOf<Config>;
export type WithTools = WithToolsOf<Config>;

/**
 * Serving requires SESSION_SECRET, except on the embedded database of demonstrations.
 * @throws ConfigurationError naming every value that is not usable; else every setting that another one requires
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
    'REPLICA_MAX_LAG was removed: unset it, and bound the lag of standbys in the proxy of DATABASE_REPLICA_URL, such as /replica?lag=16MB of Patroni.',
  ];
}

function providerFaults({ oidcGrants, oidcCreateAccounts, ...config }: Config): string[] {
  const faults: string[] = [];
  if ((config.oidcIssuer === null) !== (config.oidcClientId === null)) {
    faults.push('OIDC_ISSUER and OIDC_CLIENT_ID must be given together.');
  }
  if (oidcGrants.length > 0 && config.oidcIssuer === null) {
    faults.push('OIDC_GRANTS requires OIDC_ISSUER.');
  }
  if (config.oidcLinkClaim !== null && config.oidcIssuer === null) {
    faults.push('OIDC_LINK_CLAIM requires OIDC_ISSUER.');
  }
  if (oidcCreateAccounts && oidcGrants.length === 0) {
    faults.push('OIDC_CREATE_ACCOUNTS requires OIDC_GRANTS, which says who gets an account.');
  }
  if (config.oidcEmailVerified === 'trusted' && isOfManyTenants(config.oidcIssuer)) {
    faults.push(
      'OIDC_EMAIL_VERIFIED=trusted is not for an issuer of several tenants: anybody can set an e-mail there. Set OIDC_ISSUER to that of your tenant.',
    );
  }
  return faults;
}

/** Entra ID's issuers for organizations, for personal accounts, and for both. */
function isOfManyTenants(issuer: string | null): boolean {
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

/** Where links of mails lead, without a slash at its end; demonstrations may have no PUBLIC_URL. */
export function linkAddress({ publicUrl, port, basePath }: Config): string {
  return (publicUrl ?? `http://127.0.0.1:${port}${basePath}`).replace(/\/+$/, '');
}

/** The folder that mails are written to; null where a server takes them. */
export function outboxFolder(smtpUrl: string): string | null {
  return smtpUrl.startsWith('file:') ? fileURLToPath(smtpUrl) : null;
}

/** Links need PUBLIC_URL: a request's own address cannot be trusted. Files are for local demonstrations. */
function mailFaults({ smtpUrl, mailFrom, publicUrl }: Config): string[] {
  if (smtpUrl === null) return [];
  const missing = [
    ...(mailFrom === null ? ['MAIL_FROM'] : []),
    ...(publicUrl === null && outboxFolder(smtpUrl) === null ? ['PUBLIC_URL'] : []),
  ];
  return missing.length === 0 ? [] : [`SMTP_URL requires ${missing.join(' and ')}.`];
}

function isSchedule(text: string): boolean {
  try {
    new Cron(text, { mode: '5-part', paused: true }).stop();
    return true;
  } catch {
    return false;
  }
}
