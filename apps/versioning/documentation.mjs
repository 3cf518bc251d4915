/** Rules that complete the OpenAPI document generated from controllers. Names are separated by spaces. */
export const style = 'pascal';

/** Codes that no operation returns. */
export const otherCodes = [
  'method-not-allowed',
  'not-found',
  'request-timeout',
  'headers-too-large',
];

/** Rate limits, with what they count per and the security scheme that they apply to. */
export const limits = [{ name: 'calls', max: 300, each: 'key', of: 'VersioningKey' }];

export const headers = [
  { name: 'WWW-Authenticate', required: true, statuses: [401], description: '`Bearer`.' },
];

/** By status: descriptions and the operations, tags, schemes or requirements that they apply to; the first match wins. */
export const refusals = {
  400: {
    'The request is malformed; Detail names the property': 'VersioningKey',
  },
  401: {
    'No key was sent, or it is not valid': 'VersioningKey',
  },
  403: {
    'The key lacks the scope, the slug is outside its pattern, or a rule of the key forbids it':
      'VersioningKey',
  },
  413: {
    'The body exceeds 4 MiB': 'AdoptVersions',
    'The body exceeds 64 KiB': 'IncrementAll',
    'The body exceeds 16 KiB': 'body',
  },
  415: {
    'The content type is not JSON': 'body',
  },
  422: {
    'The Idempotency-Key was used for a different request':
      'CreatePackage IncrementMajor IncrementMinor IncrementPatch IncrementAll SetVersion',
  },
  429: {
    'Too many requests': 'VersioningKey',
  },
  500: {
    'An internal error; Detail contains the request ID': 'VersioningKey',
  },
  503: {
    'The database is unavailable, or the service is busy': 'VersioningKey',
  },
};

/** The examples in problems.ts that are specific to operations or tags; others apply wherever their status occurs. */
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
