import { type Database, readStatement } from '@platform/db';
import { readInstant } from '@platform/http/field-values';
import { dayIn } from '../http/times';
import type { ReportScope } from '../reports/report-reads';
import { MAX_LINES } from './reminder-mail';
import { findReminderSettings } from './reminder-settings';
import type { Day, PlannedReminder } from './reminders.dto';

const previewStatement = readStatement<PlannedReminder>(__dirname, 'preview-reminders.sql');

/** Yields a `ReminderPreview` in chunks of JSON, based on the stored settings. @throws Problem invalid-request */
export async function* previewReminders(
  scope: ReportScope,
  /** The primary database, because a replica may not have the latest settings yet. */
  db: Database,
  day: Day | undefined,
): AsyncGenerator<string> {
  const { isEnabled: _, ...settings } = await findReminderSettings(db, scope.organization.id);
  const date = day ?? dayIn(settings.timeZone, scope.now);
  readInstant('date', `${date}T00:00:00Z`);
  const parameters = { ...settings, date, limit: MAX_LINES };
  let separator = `{"date":"${date}","items":[`;
  for await (const mails of scope.reads.streamAndClose(previewStatement, parameters)) {
    for (const mail of mails) {
      yield separator + JSON.stringify(mail);
      separator = ',';
    }
  }
  yield separator === ',' ? ']}' : `${separator}]}`;
}
