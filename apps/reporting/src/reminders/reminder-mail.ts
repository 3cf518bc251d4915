import { query, readStatement, type Transaction } from '@platform/db';
import type { Language } from '../http/principal';
import { WRITING } from '../mail/languages';
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
    'reminder-member': async (tx, mail) => {
      const { lines, total } = await readLines(tx, mail, true);
      return lines.length === 0 ? null : ownReminder(mail, lines, total, links);
    },
    'reminder-department': async (tx, mail) => {
      const { lines, total } = await readLines(tx, mail, false);
      return lines.length === 0 ? null : departmentReminder(mail, lines, total, links);
    },
  };
}

async function readLines(
  tx: Transaction,
  { accountId, companyId, data }: DueMail,
  isOwn: boolean,
): Promise<{ lines: Line[]; total: number }> {
  const { at, total, entries } = data as ReminderData;
  const lines = await query(tx, composeStatement, {
    organization: companyId,
    accountId,
    isOwn,
    at,
    entries: JSON.stringify(entries),
  });
  return { lines, total: total - (entries.length - lines.length) };
}

function ownReminder(mail: DueMail, lines: Line[], total: number, links: ReminderLinks): Message {
  const { companyName, name, language } = mail;
  const texts = REMINDER_TEXTS[language];
  return {
    subject: texts.own(companyName!, subjectOf(texts, lines, total)),
    paragraphs: [texts.hello(name), texts.attention(total), ...moreParagraph(texts, lines, total)],
    tables: [
      {
        headings: [texts.what, texts.expires],
        rows: lines.map(line => [line.itemName, expiryOf(line, language)]),
      },
    ],
    link: { label: texts.myCompliance, url: pageOf('my-compliance', mail, links) },
    ...ending(mail, links, texts.asMember),
  };
}

function departmentReminder(
  mail: DueMail,
  lines: Line[],
  total: number,
  links: ReminderLinks,
): Message {
  const { companyName, name, language } = mail;
  const texts = REMINDER_TEXTS[language];
  return {
    subject: texts.ofDepartments(companyName!, subjectOf(texts, lines, total)),
    paragraphs: [texts.hello(name), texts.people, ...moreParagraph(texts, lines, total)],
    tables: [
      {
        headings: [texts.who, texts.what, texts.expires],
        rows: lines.map(line => [line.memberName, line.itemName, expiryOf(line, language)]),
      },
    ],
    link: { label: texts.allExpirations, url: pageOf('expiring', mail, links) },
    ...ending(mail, links, texts.asResponsible),
  };
}

function ending(
  { accountUuid, companyUuid }: DueMail,
  { unsubscribeUrl }: ReminderLinks,
  footer: string,
): Pick<Message, 'footer' | 'unsubscribeUrl'> {
  const url = unsubscribeUrl({ accountUuid, topic: 'reminders', targetUuid: companyUuid! });
  return { footer, unsubscribeUrl: url };
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

function moreParagraph(texts: ReminderTexts, lines: readonly Line[], total: number): string[] {
  return total > lines.length ? [texts.first(lines.length, total)] : [];
}

function expiryOf({ expiresAt, timeZone, daysLeft }: Line, language: Language): string {
  const { ago, withinDay, inDays } = REMINDER_TEXTS[language];
  const distance = daysLeft === 0 ? withinDay : daysLeft < 0 ? ago(-daysLeft) : inDays(daysLeft);
  return `${WRITING[language].day(expiresAt, timeZone)}, ${distance}`;
}
