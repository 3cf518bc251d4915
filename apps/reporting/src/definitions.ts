import { readDefinitions } from '@platform/db';
import { version } from '../package.json';

/** The SQL functions and triggers that several statements share; each comes after those that it calls. */
export const definitions = readDefinitions(__dirname, {
  owner: 'reporting',
  release: version,
  files: [
    'words-of.define.sql',
    'records/references.define.sql',
    'access/accounts/held-rights.define.sql',
    'access/sign-in/account-state.define.sql',
    'access/audit/described-event.define.sql',
    'access/privacy/former-members.define.sql',
    'records/runs/import-run-is-lost.define.sql',
    'records/runs/earlier-import-run.define.sql',
    'reports/share.define.sql',
    'reports/status-now.define.sql',
    'reports/counted-affiliation.define.sql',
    'reports/reported-members.define.sql',
    'reports/required-achievements.define.sql',
    'reports/compliance/standing-bitmaps.define.sql',
    'reports/compliance/keep-standing-counts.define.sql',
    'reports/compliance/keep-standing-bitmaps.define.sql',
    'reports/compliance/department-counts.define.sql',
    'reports/compliance/compliance.define.sql',
    'reports/compliance/keep-compliance-counts.define.sql',
    'reports/compliance/renew-compliance-counts.define.sql',
    'reports/compliance/compliance-totals.define.sql',
    'reports/competency-validations/recorded-standings.define.sql',
    'reports/expirations/expirable-items.define.sql',
    'reports/expirations/profile-needs.define.sql',
    'reports/expirations/expiring-items.define.sql',
    'notices/reminders/reminders.define.sql',
    'notices/schedules/recipients.define.sql',
  ],
  privileges: 'reports/reader-privileges.sql',
});
