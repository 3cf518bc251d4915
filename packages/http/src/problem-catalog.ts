/** What a service can answer instead of what was asked for: code → status and title. */
export type ProblemCatalog = Readonly<Record<string, { status: number; title: string }>>;

/** The errors that every service has; each adds its own. */
export const baseProblems = {
  'invalid-request': { status: 400, title: 'Invalid request' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'request-timeout': { status: 408, title: 'Request timeout' },
  'body-too-large': { status: 413, title: 'Body too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'Headers too large' },
  internal: { status: 500, title: 'Internal error' },
  'database-unavailable': { status: 503, title: 'Service unavailable' },
} as const satisfies ProblemCatalog;
