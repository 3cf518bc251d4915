import path from 'node:path';
import { readDefinitions } from '@platform/db';
import { version } from '../../package.json';

/** SQL functions and triggers shared by several statements, each after those that it calls. */
export const definitions = readDefinitions(path.join(__dirname, '..'), {
  owner: 'reporting',
  release: version,
  files: [
    'http/search-words.define.sql',
    'identity/accounts/held-rights.define.sql',
    'identity/sign-in/account-state.define.sql',
    'audit/described-event.define.sql',
    'identity/accounts/former-members.define.sql',
    'identity/accounts/withdrawn-access.define.sql',
    'import/runs/import-run-is-lost.define.sql',
    'privacy/erased-changes.define.sql',
    'compliance/measurement-names.define.sql',
    'compliance/share.define.sql',
    'compliance/status-now.define.sql',
    'compliance/counted-affiliation.define.sql',
    'compliance/reported-members.define.sql',
    'compliance/required-achievements.define.sql',
    'compliance/standing-bitmaps.define.sql',
    'compliance/keep-standing-counts.define.sql',
    'compliance/keep-standing-bitmaps.define.sql',
    'compliance/department-counts.define.sql',
    'compliance/keep-compliance-counts.define.sql',
    'compliance/write-triggers.define.sql',
    'compliance/renew-compliance-counts.define.sql',
    'compliance/compliance-totals.define.sql',
    'reports/shown-rows.define.sql',
    'reports/competency-validations/recorded-standings.define.sql',
    'reports/expirations/expirable-items.define.sql',
    'reports/expirations/profile-needs.define.sql',
    'reports/expirations/expiring-items.define.sql',
    'reports/matrix/member-requirements.define.sql',
    'reminders/reminders.define.sql',
    'schedules/recipients.define.sql',
  ],
  privileges: 'reports/row-security.sql',
});
