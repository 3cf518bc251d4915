export const audience = 'https://ci.example.org/versioning';

/** An entry of TRUSTED_ISSUERS. */
export const entryOf = (issuer: string, more: object = {}) => ({
  Name: 'github',
  Issuer: issuer,
  Audience: audience,
  Claims: { repository: 'acme/*', ref: 'refs/heads/main' },
  Scopes: ['read', 'write'],
  Slugs: ['{repository}'],
  ...more,
});
