/** What follows from a rule in the OpenAPI document, beside what controllers say. Names are separated by spaces. */
export const style = 'pascal';

/** Codes that no operation answers with. */
export const otherCodes = [
  'method-not-allowed',
  'not-found',
  'request-timeout',
  'headers-too-large',
];

/** Rate limits, what they are counted for, and what they are of. */
export const limits = [{ name: 'calls', max: 300, each: 'key', of: 'VersioningKey' }];

export const headers = [
  { name: 'WWW-Authenticate', required: true, statuses: [401], description: '`Bearer`.' },
];

/** Of each status its descriptions, each of these operations, tags, schemes or requirements; the first counts. */
export const refusals = {
  400: {
    'The request is malformed; Detail names the property': 'VersioningKey',
  },
  401: {
    'No key was sent, or none that works': 'VersioningKey',
  },
  403: {
    'The key lacks the scope, the slug is outside its pattern, or a rule of the key forbids it':
      'VersioningKey',
  },
  413: {
    'The body is above 4 MiB': 'AdoptVersions',
    'The body is above 64 KiB': 'IncrementAll',
    'The body is above 16 KiB': 'body',
  },
  415: {
    'The content type is not JSON': 'body',
  },
  429: {
    'Too many requests': 'VersioningKey',
  },
  500: {
    'An internal error; Detail names the request': 'VersioningKey',
  },
  503: {
    'The database is unavailable, or the service is busy': 'VersioningKey',
  },
};

/** The examples of problems.ts by what has them; all others are of every operation with their status. */
export const examplesOf = {
  ListPackages: 'limit-out-of-range busy',
  GetHistory: 'limit-out-of-range',
  ListReleases: 'limit-out-of-range',
  ListAuditEvents: 'limit-out-of-range',
  CreatePackage: 'slug-missing slug-out-of-reach package-exists idempotency-in-progress',
  Versions: 'slug-malformed slug-out-of-reach package-not-found',
  GetPackage: 'slug-malformed slug-out-of-reach package-not-found',
  DeletePackage: 'slug-malformed slug-out-of-reach package-not-found',
  SetVersion: 'version-malformed version-not-greater version-used idempotency-in-progress',
  IssueKey: 'key-name-malformed beyond-own-access',
  RevokeKey: 'key-id-malformed beyond-own-access key-not-found key-fixed',
  RotateKey: 'key-id-malformed beyond-own-access key-not-found key-fixed',
  ListKeys: 'key-list-filtered',
  read: 'no-read-scope',
  write: 'no-write-scope rule-broken',
  delete: 'no-delete-scope',
  keys: 'no-keys-scope',
  IncrementMinor: 'line-not-found minor-overflow idempotency-in-progress',
  IncrementPatch: 'line-not-found line-malformed patch-overflow idempotency-in-progress',
  GetChange: 'version-not-found',
  SetState: 'version-not-found',
  IncrementMajor: 'major-overflow idempotency-in-progress',
  IncrementAll: 'line-not-found minor-overflow idempotency-in-progress',
  PreviewVersion: 'line-not-found minor-overflow',
  body: 'bodies-busy',
};
