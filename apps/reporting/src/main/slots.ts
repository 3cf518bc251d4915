import { Problem, Slots } from '@platform/http';

/** Work of bounded concurrency. @throws Problem busy, rate-limited */
export interface ServiceSlots {
  /** Reports, to the end of their responses. */
  readonly reports: Slots;
  /** Lists, beside the reports: they are short, and a page shows several. */
  readonly lists: Slots;
  /** Bodies of imports that arrive. */
  readonly uploads: Slots;
  /** Hashing and checking of passwords: each takes a core for a fifth of a second. */
  readonly passwords: Slots;
}

/** Lists that run at once: each has a connection beside those of the reports. */
export const LISTS_AT_ONCE = 2;

/** Each may take as much of the disk as `IMPORT_MAX_BYTES` allows. */
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
      refuse: (_, isOwn) => (isOwn ? tooManyOfAccount('2 reports') : tooMany('reports')),
    }),
    lists: new Slots({
      total: LISTS_AT_ONCE,
      maxPerCaller: 20,
      maxWaiting: 50,
      refuse: (_, isOwn) => (isOwn ? tooManyOfAccount('20 lists') : tooMany('lists')),
    }),
    uploads: new Slots({
      total: UPLOADS_AT_ONCE,
      maxWaiting: 0,
      refuse: () => tooMany('uploads'),
    }),
    passwords: new Slots({
      total: passwords,
      maxWaiting: passwords * 50,
      refuse: () => tooMany('sign-ins'),
    }),
  };
}

/** Leaves one core and one of libuv's four threads to everything else. */
export function passwordsAtOnce(cores: number): number {
  return Math.max(1, Math.min(3, cores - 1));
}

function tooManyOfAccount(max: string): Problem {
  return new Problem(
    'rate-limited',
    `An account runs at most ${max} at once. Read one to its end, or try again after Retry-After seconds.`,
    { headers: { 'Retry-After': '5' } },
  );
}

function tooMany(what: string): Problem {
  return new Problem('busy', `Too many ${what} are waiting. Try again after Retry-After seconds.`, {
    headers: { 'Retry-After': '5' },
  });
}
