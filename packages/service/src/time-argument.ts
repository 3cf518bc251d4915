import { InvalidArgumentError } from 'commander';

const FORM = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|([+-]\d\d)(?::?(\d\d))?)$/;

/** Parses ISO 8601 with an offset, or PostgreSQL's timestamp format. @throws InvalidArgumentError */
export function parseTime(text: string): Date {
  const [, day = '', clock = '', hours = '+00', minutes = '00'] = FORM.exec(text) ?? [];
  const time = new Date(`${day}T${clock}${hours}:${minutes}`);
  const isDay = (new Date(day).toJSON() as string | null)?.startsWith(day) ?? false;
  if (isDay && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('Expected a time with an offset, such as 2026-11-02T14:05:00Z.');
}
