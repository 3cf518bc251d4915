import { problems } from '../http/problems';
import type { AuditEvent, AuditEventKind } from './audit-events.dto';

/** Current names; null if there is none or it was deleted. */
export interface Involved {
  readonly actorName: string | null;
  readonly accountName: string | null;
  readonly companyName: string | null;
  readonly isOwn: boolean;
}

/** Describes an event in a sentence without a full stop, such as `Grace Hopper gave Ada Lovelace report access`. */
export function summarize(
  { kind, actor, detail }: Pick<AuditEvent, 'kind' | 'actor' | 'detail'>,
  { actorName, accountName, companyName, isOwn }: Involved,
): string {
  const summarizeKind: Sentence = isKnown(kind)
    ? SENTENCES[kind]
    : // recorded by a different release
      ({ who, place }) => `Event ${kind} by ${who}${place}`;
  return summarizeKind({
    who: detail.by === 'import' ? nameImport(actorName, detail) : (actorName ?? nameActor(actor)),
    whom: accountName ?? (isOwn ? actor : 'a deleted account'),
    isOwn,
    organization: companyName,
    place: companyName === null ? '' : ` in ${companyName}`,
    detail,
  });
}

type Detail = AuditEvent['detail'];

interface Facts {
  readonly who: string;
  readonly whom: string;
  readonly isOwn: boolean;
  readonly organization: string | null;
  readonly place: string;
  readonly detail: Detail;
}

type Sentence = (facts: Facts) => string;

const SENTENCES: Readonly<Record<AuditEventKind, Sentence>> = {
  'account-created': ({ who, whom, place, detail }) =>
    `${who} created the account of ${whom}${detail.isOperator === true ? ', an operator' : ''}${place}`,
  'account-disabled': ({ who, whom }) => `${who} disabled the account of ${whom}`,
  'account-enabled': ({ who, whom }) => `${who} enabled the account of ${whom}`,
  'account-erased': ({ who, isOwn }) =>
    isOwn ? `${who} erased their own account` : `${who} erased a person`,
  'account-exported': ({ who, whom, isOwn }) =>
    isOwn ? `${who} exported their own data` : `${who} exported the data of ${whom}`,
  'account-updated': ({ who, whom, isOwn, detail }) =>
    `${who} changed ${changedFields(detail)} of ${isOwn ? 'their own account' : `the account of ${whom}`}`,
  'audit-read': ({ who }) => `${who} read the audit log`,
  'developer-role-changed': ({ who, whom, place, detail }) =>
    give(who, whom, [[`the Developer role${place}`, detail.isDeveloper]]),
  'grants-changed': ({ who, whom, detail }) => changeGrants(who, whom, detail),
  'provider-rights-kept': ({ who, whom }) =>
    `${who} sent no groups for ${whom}, whose rights from groups remain unchanged`,
  'import-cancelled': ({ who }) => `${who} cancelled an import`,
  'import-started': ({ who, detail }) =>
    detail.undoes === undefined
      ? `${who} ${detail.dryRun === true ? 'checked' : 'started'} an import`
      : `${who} started undoing an import`,
  'mail-retried': ({ who, whom, place }) => `${who} resent an email to ${whom}${place}`,
  'member-left': ({ who, whom, organization }) =>
    `${who} recorded that ${whom} has left ${organization ?? 'an organization'}`,
  'members-invited': ({ who, place, detail }) =>
    `${who} invited ${String(detail.invited)} members${place}`,
  'membership-created': ({ who, whom, place }) => `${who} made ${whom} a member${place}`,
  'membership-deleted': ({ who, whom, place }) =>
    `${who} deleted the membership of ${whom}${place}`,
  'membership-updated': ({ who, whom, place, detail }) =>
    `${who} changed ${changedFields(detail)} of ${whom}${place}`,
  'operator-changed': ({ who, whom, detail }) =>
    give(who, whom, [['operator rights', detail.isOperator]]),
  'organization-access-changed': ({ who, whom, organization, detail }) =>
    give(who, whom, [[`access to ${organization ?? 'an organization'}`, detail.hasAccess]]),
  'organization-read': ({ who, organization, detail }) =>
    `${who} read ${text(detail.route)} of ${organization ?? 'all organizations'}`,
  'organization-updated': ({ who, organization, detail }) =>
    `${who} changed ${changedFields(detail)} of ${organization ?? 'an organization'}`,
  'password-change-failed': ({ whom }) => `${whom} entered a wrong current password`,
  'password-link-created': ({ who, whom }) => `${who} created a password link for ${whom}`,
  'password-reset-requested': ({ whom }) => `A password reset was requested for ${whom}`,
  'password-set': ({ who, whom, isOwn, detail }) =>
    detail.by === 'link'
      ? `${whom} set their password with a link`
      : isOwn
        ? `${whom} changed their password`
        : `${who} set the password of ${whom}`,
  'record-keeping-changed': ({ who, whom, place, detail }) =>
    give(who, whom, [[`the right to keep records${place}`, detail.keepsRecords]]),
  refused: ({ who, place, detail }) =>
    `${who} was denied ${text(detail.method)} ${text(detail.route)}${place}: ${titleOf(detail.code)}${times(detail.count)}`,
  'reminders-changed': ({ who, place }) => `${who} changed the reminders${place}`,
  'report-run': ({ who, place, detail }) => `${who} ran the report ${text(detail.route)}${place}`,
  'schedule-deleted': ({ who, place, detail }) => `${who} deleted ${schedule(detail)}${place}`,
  'recipient-allowed': ({ who, whom, place }) =>
    `${who} allowed schedules to be sent to ${whom}${place}`,
  'recipient-revoked': ({ who, whom, place }) =>
    `${who} no longer allows schedules to be sent to ${whom}${place}`,
  'schedule-paused': ({ who, place, detail }) =>
    `${who} paused ${schedule(detail)}${place}${detail.reason === 'left' ? ', whose owner has left' : ''}`,
  'schedule-run': ({ who, place, detail }) => `${who} ran ${schedule(detail)}${place}`,
  'source-deleted': ({ who, place, detail }) =>
    `${who} deleted the list source ${text(detail.name)}${place}`,
  'source-saved': ({ who, place, detail }) =>
    `${who} saved the list source ${text(detail.name)}${place}`,
  'schedule-saved': ({ who, place, detail }) =>
    `${who} scheduled ${detail.name === undefined ? 'a report' : `"${text(detail.name)}"`} (recipients: ${text(detail.recipients)})${place}`,
  'secret-generated': ({ who, whom, isOwn, place, detail }) =>
    `${who} generated ${secret(detail)}${isOwn ? '' : ` of ${whom}`}${place}`,
  'secret-revoked': ({ who, whom, isOwn, place, detail }) =>
    `${who} revoked ${secret(detail)}${isOwn ? '' : ` of ${whom}`}${place}`,
  'service-account-created': ({ who, place, detail }) =>
    `${who} created the service account ${text(detail.name)}${place}`,
  'service-account-deleted': ({ who, place, detail }) =>
    `${who} deleted the service account ${text(detail.name)}${place}`,
  'service-account-updated': ({ who, place, detail }) =>
    `${who} changed ${changedFields(detail)} of the service account ${text(detail.name)}${place}`,
  'sign-in': ({ whom, place, detail }) => `${whom} signed in with ${text(detail.by)}${place}`,
  'sign-in-failed': ({ who, isOwn, place, detail }) =>
    `A sign-in${isOwn ? ` of ${who}` : ' to an unknown account'}${place} failed${detail.code === undefined ? '' : `: ${titleOf(detail.code)}`}`,
  'sign-out': ({ who, whom, isOwn }) =>
    isOwn ? `${whom} signed out` : `${who} ended a session of ${whom}`,
  'standing-recorded': ({ who, whom, place, detail }) =>
    `${who} set the standing of ${whom}${place} to ${text(((detail.after ?? {}) as Detail).status)}`,
  'standing-withdrawn': ({ who, whom, place }) => `${who} withdrew a standing of ${whom}${place}`,
  'ticket-corrected': ({ who, whom, place, detail }) =>
    `${who} corrected ${changedFields(detail)} of a ticket of ${whom}${place}`,
  'ticket-recorded': ({ who, whom, place }) => `${who} recorded a ticket of ${whom}${place}`,
  'ticket-withdrawn': ({ who, whom, place }) => `${who} withdrew a ticket of ${whom}${place}`,
  unsubscribed: ({ whom, place, detail }) =>
    `${whom} unsubscribed from ${detail.topic === 'schedule' ? 'a schedule' : 'reminders'}${place}`,
};

function isKnown(kind: string): kind is keyof typeof SENTENCES {
  return Object.hasOwn(SENTENCES, kind);
}

function nameImport(actorName: string | null, { startedBy }: Detail): string {
  return `An import, started by ${actorName ?? text(startedBy)},`;
}

function nameActor(actor: string): string {
  return /^(command line$|service key$|service account )/.test(actor) ? `The ${actor}` : actor;
}

function changeGrants(
  who: string,
  whom: string,
  { apiAccess, reportAccess, reportScope, before }: Detail,
): string {
  const old = (before ?? {}) as Detail;
  if (apiAccess === old.apiAccess && reportAccess === old.reportAccess) {
    return `${who} ${reportScope === 'organization' ? 'widened' : 'narrowed'} the report access of ${whom}`;
  }
  const changed = [
    ['API access', apiAccess, old.apiAccess],
    ['report access', reportAccess, old.reportAccess],
  ] as const;
  return give(
    who,
    whom,
    changed.filter(([, now, then]) => now !== then).map(([right, now]) => [right, now]),
  );
}

function give(
  who: string,
  whom: string,
  rights: readonly (readonly [right: string, isGranted: unknown])[],
): string {
  const granted = rights.filter(([, isGranted]) => isGranted === true).map(([right]) => right);
  const withdrawn = rights.filter(([, isGranted]) => isGranted !== true).map(([right]) => right);
  const parts = [
    ...(granted.length > 0 ? [`gave ${whom} ${granted.join(' and ')}`] : []),
    ...(withdrawn.length > 0 ? [`withdrew ${withdrawn.join(' and ')} from ${whom}`] : []),
  ];
  return `${who} ${parts.join(' and ')}`;
}

const FIELDS: Readonly<Record<string, string>> = {
  email: 'e-mail',
  isOperator: 'operator rights',
  isDisabled: 'state',
  apiAccess: 'API access',
  reportAccess: 'report access',
  personType: 'person type',
  jobTitle: 'job title',
  expiresAt: 'expiry',
  issuedAt: 'date of issue',
  isRequired: 'whether it is required',
  certificateNumber: 'certificate number',
  achievementId: 'achievement',
  reportScope: 'report scope',
  reportDepartments: 'report departments',
};

/** An erasure removes the fields of its person. */
function changedFields({ before, after }: Detail): string {
  const [old, now] = [(before ?? {}) as Detail, (after ?? {}) as Detail];
  const changed = Object.keys(now).filter(field => now[field] !== old[field]);
  return changed.map(field => FIELDS[field] ?? field).join(', ') || 'details';
}

function secret({ name, serviceAccount }: Detail): string {
  if (serviceAccount !== undefined) {
    return `the secret "${text(name)}" of the service account ${text(serviceAccount)}`;
  }
  return name === undefined ? 'the personal secret' : `the client secret "${text(name)}"`;
}

/** A schedule that an erasure deleted, or whose owner was erased, has no name. */
function schedule({ name }: Detail): string {
  return name === undefined ? 'a schedule' : `the schedule "${text(name)}"`;
}

function titleOf(code: unknown): string {
  return typeof code === 'string' && code in problems
    ? problems[code as keyof typeof problems].title
    : text(code);
}

function times(count: unknown): string {
  return typeof count === 'number' && count > 1 ? `, ${count} times` : '';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : 'unknown';
}
