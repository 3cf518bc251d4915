import { query, readStatement, type Transaction } from '@platform/db';
import type { Language } from '../http/principal';
import { FORMATS } from '../mail/languages';
import type { Message } from '../mail/message';
import type { ComposeMail, DueMail } from '../mail/send-mails';
import type { UnsubscribeUrl } from '../mail/unsubscribe/unsubscribe';
import { REMINDER_TEXTS } from './reminder-texts';

/** An email lists at most this many entries; the link leads to the rest. */
export const MAX_LINES = 200;

/** Written by the statement `decide-reminders`. */
interface ReminderData {
  /** When the reminders were due, in ISO 8601. */
  readonly at: string;
  /** The number of entries, including those not listed. */
  readonly total: number;
  readonly entries: readonly object[];
}

interface Line {
  readonly memberName: string;
  readonly itemName: string;
  readonly expiresAt: Date;
  readonly daysLeft: number;
  readonly timeZone: string;
}

type ReminderTexts = (typeof REMINDER_TEXTS)[Language];

const composeStatement = readStatement<Line>(__dirname, 'compose-reminder.sql');

export interface ReminderLinks {
  /** The service's base URL without a trailing slash. */
  readonly address: string;
  readonly unsubscribeUrl: UnsubscribeUrl;
}

/** Composes from current rights and names; null if the recipient may no longer receive any entry. */
export function composeReminders(links: ReminderLinks): Readonly<Record<string, ComposeMail>> {
  return {
    'reminder-member': (tx, mail) => composeReminder(tx, mail, true, links),
    'reminder-department': (tx, mail) => composeReminder(tx, mail, false, links),
  };
}

async function composeReminder(
  tx: Transaction,
  mail: DueMail,
  isOwn: boolean,
  links: ReminderLinks,
): Promise<Message | null> {
  const { accountId, accountUuid, companyId, companyUuid, companyName, name, language } = mail;
  const { at, total: due, entries } = mail.data as ReminderData;
  const given = { organization: companyId, accountId, isOwn, at, entries: JSON.stringify(entries) };
  const lines = await query(tx, composeStatement, given);
  if (lines.length === 0) return null;
  const total = due - (entries.length - lines.length);
  const texts = REMINDER_TEXTS[language];
  const what = subjectOf(texts, lines, total);
  const who = (text: string) => (isOwn ? [] : [text]);
  const headings = [...who(texts.who), texts.what, texts.expires];
  const rows = lines.map(line => [
    ...who(line.memberName),
    line.itemName,
    expiryOf(line, language),
  ]);
  return {
    subject: isOwn ? texts.own(companyName!, what) : texts.ofDepartments(companyName!, what),
    paragraphs: [
      texts.hello(name),
      isOwn ? texts.attention(total) : texts.people,
      ...(total > lines.length ? [texts.first(lines.length, total)] : []),
    ],
    tables: [{ headings, rows }],
    link: isOwn
      ? { label: texts.myCompliance, url: pageOf('my-compliance', mail, links) }
      : { label: texts.allExpirations, url: pageOf('expiring', mail, links) },
    footer: isOwn ? texts.asMember : texts.asResponsible,
    unsubscribeUrl: links.unsubscribeUrl({
      accountUuid,
      topic: 'reminders',
      targetUuid: companyUuid!,
    }),
  };
}

/** Includes the organization, because the recipient may be a member of several. */
function pageOf(page: string, { companyHandle }: DueMail, { address }: ReminderLinks): string {
  return `${address}/console/${page}?organization=${encodeURIComponent(companyHandle!)}`;
}

function subjectOf(texts: ReminderTexts, lines: readonly Line[], total: number): string {
  const [first] = lines;
  if (total > 1) return texts.several(total);
  return (first!.daysLeft < 0 ? texts.hasExpired : texts.expiresSoon)(first!.itemName);
}

function expiryOf({ expiresAt, timeZone, daysLeft }: Line, language: Language): string {
  const { ago, withinDay, inDays } = REMINDER_TEXTS[language];
  const distance = daysLeft === 0 ? withinDay : daysLeft < 0 ? ago(-daysLeft) : inDays(daysLeft);
  return `${FORMATS[language].day(expiresAt, timeZone)}, ${distance}`;
}
