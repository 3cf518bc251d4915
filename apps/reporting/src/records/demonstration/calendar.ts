const DAY = 86_400_000;

/** Times counted from the day that the demonstration is made for, so that tickets run out around it. */
export interface Calendar {
  /** A timestamp so many days from that day, or before it. */
  at(days: number): string;
  /** The Sunday, so many weeks back, on which a weekly snapshot was taken. */
  sunday(weeksBack: number): string;
}

/** The calendar of the day, in UTC, that `now` is in. */
export function createCalendar(now: Date): Calendar {
  const midnight = Math.floor(now.getTime() / DAY) * DAY;
  const lastSunday = midnight - new Date(midnight).getUTCDay() * DAY;
  return {
    at: days => new Date(midnight + days * DAY).toISOString(),
    sunday: weeksBack => new Date(lastSunday - weeksBack * 7 * DAY).toISOString().slice(0, 10),
  };
}
