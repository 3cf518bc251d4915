import { baseProblems, type ProblemExamples } from '@platform/http/problems';

/** All errors by code (docs/contract/versioning.md, "Errors"). */
export const problems = {
  ...baseProblems,
  'key-missing': { status: 401, title: 'Key missing' },
  'key-unrecognized': { status: 401, title: 'Key not recognized' },
  'key-expired': { status: 401, title: 'Key expired' },
  'token-unrecognized': { status: 401, title: 'Token not recognized' },
  'token-expired': { status: 401, title: 'Token expired' },
  'key-scope': { status: 403, title: 'Out of the key’s scope' },
  'key-not-found': { status: 404, title: 'Unknown key' },
  'key-fixed': { status: 409, title: 'Key of the deployment' },
  'issuer-unavailable': { status: 503, title: 'Issuer unavailable' },
  'package-not-found': { status: 404, title: 'Unknown package' },
  'version-not-found': { status: 404, title: 'Unknown version' },
  'line-not-found': { status: 404, title: 'Unknown line' },
  'package-exists': { status: 409, title: 'Package exists' },
  'version-not-greater': { status: 409, title: 'Version not greater' },
  'version-used': { status: 409, title: 'Version used before' },
  'version-overflow': { status: 409, title: 'Version overflow' },
  'idempotency-mismatch': { status: 422, title: 'Idempotency key reused' },
  'idempotency-in-progress': { status: 409, title: 'Still in progress' },
} as const;

/** Example details by code, for the OpenAPI document; named if a code has several. */
export const examples = {
  'invalid-request': {
    'limit-out-of-range': 'limit must be a whole number from 1 to 1000.',
    'slug-missing': 'Slug is required.',
    'slug-malformed':
      'slug must be 1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit, or several such segments separated by /, optionally preceded by @.',
    'version-malformed':
      'Version must be <major>.<minor>.<patch>: whole numbers without leading zeros or suffix, each at most 2147483647.',
    'key-name-malformed':
      'Name must be 1 to 100 characters after trimming, without control characters.',
    'key-id-malformed': 'id must be the Id of a key.',
    'key-list-filtered': 'limit is not a query parameter of this operation, which accepts none.',
    'line-malformed': 'line must be <major> or <major>.<minor>, such as 1 or 1.4.',
  },
  'key-missing': 'Send an API key in the header Authorization: Bearer <API_KEY>.',
  'key-unrecognized':
    'The API key is not known here: it was mistyped, revoked, or issued for another environment.',
  'key-expired': 'The API key vrk_live_Zk3aQ9xW… has expired. Ask for a new one.',
  'token-unrecognized':
    'The token with issuer "https://token.actions.githubusercontent.com" and subject "repo:acme/shop:ref:refs/heads/main" is not recognized: no entry of TRUSTED_ISSUERS has its claims.',
  'token-expired':
    'The token with issuer "https://token.actions.githubusercontent.com" and subject "repo:acme/shop:ref:refs/heads/main" has expired. Request a new one from the platform.',
  'key-scope': {
    'no-read-scope':
      'The key release has the scopes write; this call needs read. Use a key that has it.',
    'no-write-scope':
      'The key dashboard has the scopes read; this call needs write. Use a key that has it.',
    'no-delete-scope':
      'The key pipeline has the scopes read, write; this call needs delete. Use a key that has it.',
    'no-keys-scope':
      'The key pipeline has the scopes read, write; this call needs keys. Use a key that has it.',
    'beyond-own-access':
      'The key team-a manages keys within its own access: read, keys; team-a-*; no expiry.',
    'rule-broken':
      'The key feature makes only pre-releases (Allows.PreReleases); this call is for the release 1.4.3. Use a key that allows it.',
    'slug-out-of-reach':
      'The key team-a allows the slugs team-a-*; this slug is outside. Use a key that allows it.',
  },
  'package-not-found':
    'There is no package named billing-api. Create it with POST /api/packages, or increment it.',
  'line-not-found':
    'billing-api has no release 1.4. Increment without line, or name a line of its history.',
  'version-not-found':
    'billing-api has no version 1.4.9. Its versions are at /api/packages/billing-api/history.',
  'key-not-found': 'There is no active key 4711. List keys with GET /api/keys.',
  'package-exists':
    'There is a package named billing-api already. Increment it, or set its version with PUT.',
  'version-not-greater':
    'billing-api is at 2.4.0; 1.4.2 is not greater. Send a greater version, or "Force": true to set it anyway.',
  'version-used':
    'billing-api had 2.4.0 before: it was handed out at 2026-03-01T09:30:00.000Z by the build https://ci.example.org/jobs/42. Increment to get a free version, or send "Force": true to return to this one.',
  'key-fixed':
    'bootstrap-1 is a key of VERSIONING_API_KEYS. Change that setting and restart the service.',
  'version-overflow': {
    'major-overflow':
      'billing-api cannot be incremented from 2147483647.0.0: its major part is at the maximum, 2147483647. Increment another part, or set the version.',
    'minor-overflow':
      'billing-api cannot be incremented from 1.2147483647.0: its minor part is at the maximum, 2147483647. Increment another part, or set the version.',
    'patch-overflow':
      'billing-api cannot be incremented from 1.4.2147483647: its patch part is at the maximum, 2147483647. Increment another part, or set the version.',
  },
  'idempotency-in-progress':
    'A request with this Idempotency-Key is still running. Repeat it after Retry-After seconds.',
  'precondition-failed':
    'billing-api is not at the version that If-Match names. Read it again, then decide.',
  'body-too-large': 'The body exceeds the limit of 16384 bytes.',
  'unsupported-media-type':
    'Send the body as JSON in UTF-8, uncompressed, with the header Content-Type: application/json.',
  'idempotency-mismatch':
    'The Idempotency-Key build-4711 was used for another request or commit. Use a new key for a new request.',
  'rate-limited':
    'Rate limit of 300 calls with this key per 60 seconds exceeded. Try again in 12 seconds.',
  internal:
    'An internal error occurred. Report it with the request ID 5f0c2b1e-8d7a-4c39-9b6e-2a4d1f3e5c70.',
  'database-unavailable': 'The database is unavailable. Try again after Retry-After seconds.',
  'issuer-unavailable': 'The token issuer is unavailable. Try again after Retry-After seconds.',
  busy: {
    busy: '4 lists of this key without limit are running. Try again after Retry-After seconds, or page with limit.',
    'bodies-busy': 'Send at most 8 bodies concurrently. Try again after Retry-After seconds.',
  },
} as const satisfies ProblemExamples<keyof typeof problems>;
