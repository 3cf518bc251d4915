import { type Database, execute, readStatement } from '@platform/db';
import { type FieldError, invalidFields } from '@platform/http';
import { type DoneBy } from '../http/principal';
import { problemOf } from '../http/problems';
import { isTimeZone } from '../http/times';
import type { Context } from '../main/context';
import type { ReminderSettings } from './reminders.dto';

const saveStatement = readStatement(__dirname, 'save-settings.sql');

const UNKNOWN_ZONE: FieldError = {
  field: 'timeZone',
  message: 'is not a time zone, such as Europe/Berlin',
};

/** For organizations without saved settings. */
const DEFAULTS: ReminderSettings = {
  isEnabled: false,
  daysBefore: [60, 30, 7],
  afterExpiry: 7,
  requiredOnly: true,
  toMember: true,
  toDepartments: ['Administration'],
  at: '07:00',
  timeZone: 'UTC',
  weekdays: [1, 2, 3, 4, 5],
};

export type StoredSettings = ReminderSettings & { readonly nextAt: Date | null };

export async function findReminderSettings(
  { prisma }: Database,
  companyId: number,
): Promise<StoredSettings> {
  const found = await prisma.reminderSettings.findUnique({
    where: { companyId },
    omit: { companyId: true, lastDate: true },
  });
  return found ?? { ...DEFAULTS, nextAt: null };
}

/** @throws Problem invalid-request; mail-not-configured if reminders are turned on */
export async function saveReminderSettings(
  { db, enqueueMails, clock }: Context,
  organization: number,
  settings: ReminderSettings,
  doneBy: DoneBy,
): Promise<void> {
  const faults = findFaults(settings);
  if (faults.length > 0) throw invalidFields(faults);
  if (settings.isEnabled && !enqueueMails) throw problemOf('mail-not-configured');
  const saved = await execute(db, saveStatement, {
    ...settings,
    ...doneBy,
    organization,
    now: clock(),
  });
  // The database may not know a name that Node.js knows.
  if (saved === 0) throw invalidFields([UNKNOWN_ZONE]);
}

function findFaults({ isEnabled, toMember, toDepartments, timeZone }: ReminderSettings) {
  const faults: FieldError[] = [];
  if (!isTimeZone(timeZone)) {
    faults.push(UNKNOWN_ZONE);
  }
  if (isEnabled && !toMember && toDepartments.length === 0) {
    faults.push({
      field: 'toMember',
      message: 'must be true if toDepartments is empty, or reminders would not be sent to anyone',
    });
  }
  return faults;
}
