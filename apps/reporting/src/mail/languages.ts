import type { Language } from '../http/principal';

/** One value per language, so that the compiler reports missing ones. */
export type PerLanguage<Value> = Readonly<Record<Language, Value>>;

export interface Formats {
  /** `1,204` */
  readonly count: (value: number) => string;
  /** `75.5%` for 0.755 */
  readonly percent: (share: number) => string;
  /** `+2.3` for 0.023 */
  readonly points: (change: number) => string;
  /** `22 Dec 2026` */
  readonly day: (instant: Date, timeZone: string) => string;
  /** `October 2026` for `2026-10` */
  readonly month: (month: string) => string;
  /** `Monday` for 1 */
  readonly weekday: (number: number) => string;
}

/** British English, because it puts the day before the month like the other languages. */
export const FORMATS: PerLanguage<Formats> = {
  en: formatsOf('en-GB'),
  de: formatsOf('de'),
  fr: formatsOf('fr'),
};

function formatsOf(locale: string): Formats {
  const counts = new Intl.NumberFormat(locale);
  const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  const percents = new Intl.NumberFormat(locale, { style: 'percent', ...tenths });
  const points = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', ...tenths });
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const months = inUtc({ month: 'long', year: 'numeric' });
  const weekdays = inUtc({ weekday: 'long' });
  return {
    count: value => counts.format(value),
    percent: share => percents.format(share),
    points: change => points.format(change * 100),
    day: (instant, timeZone) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(instant),
    month: month => months.format(new Date(`${month}-01T00:00Z`)),
    // 1 January 2024 was a Monday.
    weekday: number => weekdays.format(new Date(Date.UTC(2024, 0, number))),
  };
}
