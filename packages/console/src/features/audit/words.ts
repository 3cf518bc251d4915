import type { Schemas } from '../../api/client';

type AuditEvent = Schemas['AuditEvent'];

export const KINDS = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'secret-generated',
  'secret-revoked',
  'password-set',
  'password-change-failed',
  'password-reset-requested',
  'password-link-created',
  'grants-changed',
  'provider-rights-kept',
  'operator-changed',
  'developer-role-changed',
  'organization-access-changed',
  'record-keeping-changed',
  'member-left',
  'members-invited',
  'membership-created',
  'membership-updated',
  'membership-deleted',
  'account-created',
  'account-updated',
  'account-disabled',
  'account-enabled',
  'account-exported',
  'account-erased',
  'ticket-recorded',
  'ticket-corrected',
  'ticket-withdrawn',
  'standing-recorded',
  'standing-withdrawn',
  'import-started',
  'import-cancelled',
  'source-saved',
  'source-deleted',
  'reminders-changed',
  'unsubscribed',
  'mail-retried',
  'recipient-allowed',
  'recipient-revoked',
  'schedule-saved',
  'schedule-run',
  'schedule-paused',
  'schedule-deleted',
  'report-run',
  'organization-read',
  'audit-read',
  'refused',
] as const satisfies readonly Schemas['AuditEventKind'][];

/** `sign-in-failed` as people write it. */
export function kindName(kind: string): string {
  const text = kind
    .replaceAll('-', ' ')
    .replace('sign in', 'sign-in')
    .replace('sign out', 'sign-out');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const LABELS: Readonly<Record<string, string>> = {
  apiAccess: 'API access',
  reportAccess: 'Report access',
  hasAccess: 'Access',
  isAcrossOrganizations: 'Across organizations',
  isOperator: 'Operator',
  isDeveloper: 'Developer role',
  isDisabled: 'Disabled',
  email: 'E-mail',
  code: 'Reason',
  count: 'Times',
  method: 'Method',
  route: 'Call',
  credential: 'By',
  by: 'By',
};

/** What the API's addresses show, in the order in which they are looked for. */
const PAGES = [
  ['/reporting/compliance-overview/headline', 'Overview'],
  ['/reporting/compliance-overview', 'Overview'],
  ['/reporting/compliance-trends', 'Trends'],
  ['/reporting/compliance-summaries/measurements', 'the measurements'],
  ['/reporting/compliance-summaries', 'Compliance'],
  ['/reporting/matrix', 'Matrix'],
  ['/reporting/expirations', 'Expiring'],
  ['/reporting/people/{memberId}', 'a person'],
  ['/me/compliance', 'My compliance'],
  ['/reporting/achievement-gaps/achievements', 'the achievements'],
  ['/reporting/achievement-gaps/person-types', 'the person types'],
  ['/reporting/achievement-gaps', 'Achievement gaps'],
  ['/reporting/competency-validations', 'Validations'],
  ['/reporting/monthly-statistics', 'Monthly statistics'],
  ['/reporting/directory-contacts', 'Directory'],
  ['/reporting/schedules', 'Schedules'],
  ['/notification/schedules', 'Schedules'],
  ['/notification/reminders', 'Reminders'],
  ['/notification/preview', 'Reminders'],
  ['/notification/deliveries', 'Deliveries'],
  ['/security/audit-events', 'Audit'],
  ['/security/accounts', 'Accounts'],
  ['/security/service-accounts', 'Service accounts'],
  ['/security/companies', 'the organizations'],
  ['/records/imports', 'Imports'],
  ['/sync/imports', 'Imports'],
] as const;

/** A text with the pages of the console in place of the API's addresses. */
export function inWords(text: string): string {
  return PAGES.reduce((words, [address, page]) => words.replaceAll(address, page), text);
}

type Values = Readonly<Record<string, unknown>>;

interface Fact {
  readonly label: string;
  readonly value: string;
}

/** What an event is about beside its kind, for people: "Report access" is "yes, before no". */
export function facts({ detail }: Pick<AuditEvent, 'detail'>): Fact[] {
  const { before, after, ...rest } = detail as Values;
  const old = valuesOf(before);
  const now = { ...rest, ...valuesOf(after) };
  return Object.keys({ ...now, ...old })
    .filter(name => isOfInterest(name, now[name]) || name in old)
    .map(name => ({ label: labelOf(name), value: change(name, old, now) }));
}

function valuesOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

function isOfInterest(name: string, value: unknown): boolean {
  return value !== null && !(name.startsWith('is') && value === false);
}

function change(name: string, old: Values, now: Values): string {
  const value = valueName(name, now[name]);
  if (!(name in old)) return value;
  const past = valueName(name, old[name]);
  return past === value ? value : `${value}, before ${past}`;
}

function valueName(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return name === 'code' ? kindName(value) : inWords(value);
  if (Array.isArray(value)) return value.map(item => valueName(name, item)).join(', ');
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([key, item]) => `${labelOf(key)} ${valueName(key, item)}`)
    .join(', ');
}

function labelOf(name: string): string {
  return LABELS[name] ?? labelFromName(name);
}

/** `sentAt` as "Sent at". */
function labelFromName(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
