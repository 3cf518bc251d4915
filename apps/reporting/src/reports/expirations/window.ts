import { invalidFields } from '@platform/http';
import { readInstant } from '@platform/http/field-values';
import type { Instant } from '../../http/wire-format';

/** From an instant, itself not included, to another, included. */
interface Window {
  readonly from: Date;
  readonly to: Date;
}

export interface WindowRequest {
  /** Of 24 hours, from now on. */
  readonly days?: number | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

const DAY = 86_400_000;
const USUAL_DAYS = 90;
const MAX_DAYS = 366;

/** The window that was asked for: the next `days`, or `from` and `to`. @throws Problem invalid-request */
export function readWindow({ days, from, to }: WindowRequest, now: Date): Window {
  if (from === undefined && to === undefined) {
    return { from: now, to: new Date(now.getTime() + (days ?? USUAL_DAYS) * DAY) };
  }
  if (days !== undefined) throw invalid('days', 'is not given together with from and to');
  if (from === undefined) throw invalid('from', 'is given together with to');
  if (to === undefined) throw invalid('to', 'is given together with from');
  const window = { from: readInstant('from', from), to: readInstant('to', to) };
  const length = window.to.getTime() - window.from.getTime();
  if (length <= 0) throw invalid('to', 'must be after from');
  if (length > MAX_DAYS * DAY) throw invalid('to', `must be at most ${MAX_DAYS} days after from`);
  return window;
}

function invalid(field: string, message: string) {
  return invalidFields([{ field, message }]);
}
