import { Problem, Slots } from '@platform/http';

/** Limits on concurrent work. @throws Problem busy, rate-limited */
export interface ServiceSlots {
  /** Held until the end of the response. */
  readonly reports: Slots;
  /** Separate from reports, because lists are short and a page shows several. */
  readonly lists: Slots;
  readonly uploads: Slots;
  /** Hashing or verifying a password takes a core for a fifth of a second. */
  readonly passwords: Slots;
}

/** Each list uses a connection in addition to those of reports. */
export const LISTS_AT_ONCE = 2;

/** Each upload may use up to `IMPORT_MAX_BYTES` of disk space. */
const UPLOADS_AT_ONCE = 10;

export function createSlots({ reports, cores }: { reports: number; cores: number }): ServiceSlots {
  const passwords = passwordsAtOnce(cores);
  return {
    reports: new Slots({
      total: reports,
      perCaller: 2,
      maxPerCaller: 12,
      maxWaiting: 50,
      timeout: 10_000,
      refuse: (_, isOwn) =>
        isOwn ? tooManyForAccount('2 reports') : tooMany('reports are waiting'),
    }),
    lists: new Slots({
      total: LISTS_AT_ONCE,
      maxPerCaller: 20,
      maxWaiting: 50,
      refuse: (_, isOwn) => (isOwn ? tooManyForAccount('20 lists') : tooMany('lists are waiting')),
    }),
    uploads: new Slots({
      total: UPLOADS_AT_ONCE,
      maxWaiting: 0,
      refuse: () => tooMany('uploads are arriving'),
    }),
    passwords: new Slots({
      total: passwords,
      maxWaiting: passwords * 50,
      refuse: () => tooMany('sign-ins are waiting'),
    }),
  };
}

/** Leaves one core, and one of libuv's four threads, for other work. */
export function passwordsAtOnce(cores: number): number {
  return Math.max(1, Math.min(3, cores - 1));
}

function tooManyForAccount(max: string): Problem {
  return new Problem(
    'rate-limited',
    `An account can run at most ${max} concurrently. Finish reading one, or try again after Retry-After seconds.`,
    { headers: { 'Retry-After': '5' } },
  );
}

function tooMany(what: string): Problem {
  return new Problem('busy', `Too many ${what}. Try again after Retry-After seconds.`, {
    headers: { 'Retry-After': '5' },
  });
}
