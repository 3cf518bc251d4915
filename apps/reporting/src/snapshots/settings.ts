import { setting } from '@platform/config';
import { Cron } from 'croner';
import { z } from 'zod';

/** When snapshots are taken: five fields of cron, in UTC; null is never. */
export const snapshotSettings = {
  SNAPSHOT_SCHEDULE: setting(
    z
      .string()
      .refine(
        text => text === 'off' || isSchedule(text),
        'a cron expression of five fields, such as 0 2 * * 0, or off',
      )
      .transform(text => (text === 'off' ? null : text)),
    '0 2 * * 0',
    'when snapshots are taken: a cron expression in UTC, or off',
  ),
};

function isSchedule(text: string): boolean {
  try {
    new Cron(text, { mode: '5-part', paused: true }).stop();
    return true;
  } catch {
    return false;
  }
}
