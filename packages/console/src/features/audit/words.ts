import { t } from '@lingui/core/macro';
import type { Schemas } from '../../api/client';

const KIND_NAMES: Readonly<Record<Schemas['AuditEventKind'], string>> = {
  'sign-in': t`Sign-in`,
  'sign-in-failed': t`Sign-in failed`,
  'sign-out': t`Sign-out`,
  'secret-generated': t`Secret generated`,
  'secret-revoked': t`Secret revoked`,
  'password-set': t`Password set`,
  'password-change-failed': t`Password change failed`,
  'password-reset-requested': t`Password reset requested`,
  'password-link-created': t`Password link created`,
  'grants-changed': t`Rights changed`,
  'provider-rights-kept': t`Provider rights kept`,
  'operator-changed': t`Operator changed`,
  'developer-role-changed': t`Developer role changed`,
  'organization-access-changed': t`Organization access changed`,
  'record-keeping-changed': t`Record keeping changed`,
  'member-left': t`Member left`,
  'members-invited': t`Members invited`,
  'service-account-created': t`Service account created`,
  'service-account-deleted': t`Service account deleted`,
  'service-account-updated': t`Service account changed`,
  'membership-created': t`Membership created`,
  'membership-updated': t`Membership changed`,
  'membership-deleted': t`Membership deleted`,
  'account-created': t`Account created`,
  'account-updated': t`Account changed`,
  'account-disabled': t`Account disabled`,
  'account-enabled': t`Account enabled`,
  'account-exported': t`Account exported`,
  'account-erased': t`Account erased`,
  'ticket-recorded': t`Ticket recorded`,
  'ticket-corrected': t`Ticket corrected`,
  'ticket-withdrawn': t`Ticket withdrawn`,
  'standing-recorded': t`Standing recorded`,
  'standing-withdrawn': t`Standing withdrawn`,
  'import-started': t`Import started`,
  'import-cancelled': t`Import cancelled`,
  'source-saved': t`Source saved`,
  'source-deleted': t`Source deleted`,
  'reminders-changed': t`Reminders changed`,
  unsubscribed: t`Unsubscribed`,
  'mail-retried': t`E-mail retried`,
  'recipient-allowed': t`Recipient allowed`,
  'recipient-revoked': t`Recipient revoked`,
  'schedule-saved': t`Schedule saved`,
  'schedule-run': t`Schedule run`,
  'schedule-paused': t`Schedule paused`,
  'schedule-deleted': t`Schedule deleted`,
  'report-run': t`Report run`,
  'organization-read': t`Organization read`,
  'organization-updated': t`Organization changed`,
  'audit-read': t`Audit read`,
  refused: t`Refused`,
};

export const KINDS = Object.keys(KIND_NAMES) as Schemas['AuditEventKind'][];

/** Returns the name of a kind such as `sign-in-failed`, or of an error code. */
export function kindName(kind: string): string {
  return (
    (KIND_NAMES as Readonly<Record<string, string>>)[kind] ??
    sentenceCase(kind.replaceAll('-', ' '))
  );
}

const LABELS: Readonly<Record<string, string>> = {
  apiAccess: t`API access`,
  reportAccess: t`Report access`,
  hasAccess: t`Access`,
  isAcrossOrganizations: t`Across organizations`,
  isOperator: t`Operator`,
  isDeveloper: t`Developer role`,
  isDisabled: t`Disabled`,
  email: t`E-mail`,
  code: t`Reason`,
  memberCode: t`Code`,
  count: t`Times`,
  method: t`Method`,
  route: t`Call`,
  credential: t`By`,
  by: t`By`,
  name: t`Name`,
  language: t`Language`,
  prefix: t`Prefix`,
  id: t`ID`,
  reason: t`Reason`,
  personType: t`Person type`,
  jobTitle: t`Job title`,
  keepsRecords: t`Keeps records`,
  reportScope: t`Report scope`,
  reportDepartments: t`Departments`,
  claims: t`Groups`,
  serviceAccount: t`Service account`,
  expiresAt: t`Expires`,
  invited: t`Invited`,
  report: t`Report`,
  recipients: t`Recipients`,
  mail: t`E-mail`,
  topic: t`About`,
  startedBy: t`Started by`,
  dryRun: t`Only checked`,
  undoes: t`Undoes`,
  replace: t`Delete what is not in the file`,
  source: t`Source`,
  status: t`Status`,
  memberId: t`Person`,
  achievementId: t`Achievement`,
  competencyId: t`Competency`,
  issuedAt: t`Issued`,
  certificateNumber: t`Certificate number`,
  note: t`Note`,
  validatedAt: t`Validated`,
  validatorId: t`Validated by`,
  isRequired: t`Required`,
  isValidated: t`Somebody validated it`,
  isEnabled: t`Send reminders`,
  at: t`At`,
  timeZone: t`Time zone`,
  weekdays: t`On`,
  daysBefore: t`Days before expiry`,
  afterExpiry: t`Days after expiry`,
  requiredOnly: t`Only what is required of the member`,
  toMember: t`Remind members of their own expirations`,
  toDepartments: t`Notify people responsible for departments`,
};

/** Names of the API's paths, of which the first that matches counts. */
const PAGES = [
  ['/reporting/compliance-overview/headline', t`Overview`],
  ['/reporting/compliance-overview', t`Overview`],
  ['/reporting/compliance-trends', t`Trends`],
  ['/reporting/compliance-summaries', t`Compliance`],
  ['/reporting/matrix/subjects', t`achievements, competencies and profiles`],
  ['/reporting/matrix', t`Matrix`],
  ['/reporting/expirations', t`Expiring`],
  ['/reporting/people/{memberId}', t`a person`],
  ['/me/compliance', t`My compliance`],
  ['/reporting/achievement-gaps', t`Achievement gaps`],
  ['/reporting/competency-validations', t`Validations`],
  ['/reporting/monthly-statistics', t`Monthly statistics`],
  ['/reporting/directory-contacts', t`Directory`],
  ['/reporting/schedules', t`Schedules`],
  ['/notification/schedules', t`Schedules`],
  ['/notification/reminders', t`Reminders`],
  ['/notification/preview', t`Reminders`],
  ['/notification/deliveries', t`Deliveries`],
  ['/security/audit-events', t`Audit`],
  ['/security/accounts', t`Accounts`],
  ['/security/service-accounts', t`Service accounts`],
  ['/security/companies', t`the organizations`],
  ['/records/imports', t`Imports`],
  ['/sync/imports', t`Imports`],
] as const;

/** Replaces the API's paths in a text with words, such as `/reporting/schedules/{id}/run` with "Schedules (run)". */
export function inWords(text: string): string {
  return text.replaceAll(/(?:\/[\w{}-]+){2,}/g, path => {
    const page = PAGES.find(([start]) => `${path}/`.startsWith(`${start}/`));
    const rest = path.slice(page?.[0].length).match(/\b(?<!\{)[\w-]+\b(?!\})/g);
    if (page === undefined || rest === null) return page?.[1] ?? path;
    return `${page[1]} (${rest.join(', ').replaceAll('-', ' ')})`;
  });
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the details of an event for people, such as "Report access": "yes, before no". */
export function facts({ detail }: Schemas['AuditEvent']): [label: string, value: string][] {
  const { before, after, ...rest } = detail as Values;
  const old = memberValues(before);
  const now = { ...rest, ...memberValues(after) };
  return Object.keys({ ...now, ...old })
    .filter(name => isRelevant(name, now[name]) || name in old)
    .map(name => [labelOf(name), change(name, old, now)]);
}

/** Returns changed values, of which `code` is that of the member, and not why something was refused. */
function memberValues(value: unknown): Values {
  const { code, ...others } = (value ?? {}) as Values;
  return code === undefined ? others : { memberCode: code, ...others };
}

function isRelevant(name: string, value: unknown): boolean {
  return value !== null && !(name.startsWith('is') && value === false);
}

function change(name: string, old: Values, now: Values): string {
  const value = valueName(name, now[name]);
  if (!(name in old)) return value;
  const past = valueName(name, old[name]);
  return past === value ? value : t`${value}, before ${past}`;
}

function valueName(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t`none`;
  if (typeof value === 'boolean') return value ? t`yes` : t`no`;
  if (typeof value === 'string') return name === 'code' ? kindName(value) : inWords(value);
  if (Array.isArray(value)) return value.map(item => valueName(name, item)).join(', ');
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([key, item]) => `${labelOf(key)} ${valueName(key, item)}`)
    .join(', ');
}

/** Settings of reminders are recorded with the names of columns, such as `days_before`. */
function labelOf(column: string): string {
  const name = column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  // Otherwise converts `sentAt` to "Sent at".
  return LABELS[name] ?? sentenceCase(name.replace(/([A-Z])/g, ' $1').toLowerCase());
}

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
