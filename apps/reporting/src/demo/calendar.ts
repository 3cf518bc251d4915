const DAY = 86_400_000;

/** A timestamp that many days after the demonstration's day; negative: before. */
export type DaysFrom = (days: number) => string;

/** Counts from midnight UTC of the day of `now`. */
export function daysFrom(now: Date): DaysFrom {
  const midnight = startOfDay(now);
  return days => new Date(midnight + days * DAY).toISOString();
}

/** The date, in UTC, of the last Sunday up to `now`. */
export function lastSunday(now: Date): string {
  const midnight = startOfDay(now);
  const sunday = midnight - new Date(midnight).getUTCDay() * DAY;
  return new Date(sunday).toISOString().slice(0, 10);
}

function startOfDay(now: Date): number {
  return Math.floor(now.getTime() / DAY) * DAY;
}
