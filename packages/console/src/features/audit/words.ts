import type { Schemas } from '../../api/client';

type AuditEvent = Schemas['AuditEvent'];

export const KINDS = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'secret-generated',
  'secret-revoked',
  'password-set',
  'grants-changed',
  'schedule-saved',
  'schedule-paused',
  'schedule-deleted',
  'operator-changed',
  'developer-role-changed',
  'account-created',
  'account-updated',
  'account-disabled',
  'account-enabled',
  'account-exported',
  'account-erased',
  'report-run',
  'organization-access-changed',
  'organization-read',
  'refused',
] as const satisfies readonly AuditEvent['kind'][];

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
  isAcrossOrganizations: 'Across organizations',
  isOperator: 'Operator',
  isDeveloper: 'Developer role',
  code: 'Reason',
  method: 'Method',
  route: 'Call',
  credential: 'By',
  by: 'By',
  name: 'Name',
  prefix: 'Prefix',
  times: 'Times',
};

/** What an event is about beside its kind, for people: `API access: yes`. */
export function facts({ detail }: AuditEvent): string[] {
  return Object.entries(detail)
    .filter(([name, value]) => value !== null && !(name.startsWith('is') && value === false))
    .map(([name, value]) => `${LABELS[name] ?? inWords(name)}: ${valueName(value)}`);
}

function valueName(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `sentAt` as "Sent at". */
function inWords(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
