import { list, oneOf, optionalText } from '@platform/config';
import { z } from 'zod';

const secret = z.string().min(32, 'secrets of at least 32 characters each, separated by commas');

const domain = z.string().regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'a domain such as example.org');

const origin = z
  .string()
  .refine(
    text => URL.canParse(text) && new URL(text).origin === text,
    'origins such as https://app.example.org, separated by commas, without a path',
  );

const issuer = z
  .string()
  .refine(
    text => /^https?:\/\/[^\s?#@]+$/.test(text) && URL.canParse(text),
    'the absolute URL of an OpenID provider, without a query',
  );

const sessionSecret = list(
  'signs sessions; the first of a comma-separated list, and all of it is recognized; required with DATABASE_URL',
  secret,
);

/** As `sessionSecret`, where one must be given. */
export const requiredSessionSecret = {
  ...sessionSecret,
  schema: sessionSecret.schema.refine(
    secrets => secrets.length > 0,
    'at least 32 random characters: openssl rand -hex 32',
  ),
};

/** Who may sign in, how, and from where. */
export const signInSettings = {
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
};
