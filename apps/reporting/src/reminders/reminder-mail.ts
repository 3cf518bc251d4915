import { query, readStatement, type Transaction } from '@platform/db';
import type { Message } from '../mail/message';
import type { ComposeMail, DueMail } from '../mail/send-mails';
import type { UnsubscribeUrl } from '../mail/unsubscribe/unsubscribe';

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
  const { companyName, name } = mail;
  return {
    subject: `${companyName}: ${subjectOf(lines, total)}`,
    paragraphs: [
      `Hello ${name},`,
      total === 1
        ? 'The following requires your attention:'
        : 'The following require your attention, starting with the earliest expiry:',
      ...moreParagraph(lines, total),
    ],
    tables: [
      {
        headings: ['What', 'Expires'],
        rows: lines.map(line => [line.itemName, expiryOf(line)]),
      },
    ],
    link: { label: 'My compliance', url: pageOf('my-compliance', mail, links) },
    ...ending(mail, links, 'You are receiving this email because you are a member.'),
  };
}

function departmentReminder(
  mail: DueMail,
  lines: Line[],
  total: number,
  links: ReminderLinks,
): Message {
  const { companyName, name } = mail;
  return {
    subject: `${companyName}: in your departments, ${subjectOf(lines, total)}`,
    paragraphs: [
      `Hello ${name},`,
      'This concerns people in your departments, starting with the earliest expiry:',
      ...moreParagraph(lines, total),
    ],
    tables: [
      {
        headings: ['Who', 'What', 'Expires'],
        rows: lines.map(line => [line.memberName, line.itemName, expiryOf(line)]),
      },
    ],
    link: { label: 'All expirations', url: pageOf('expiring', mail, links) },
    ...ending(
      mail,
      links,
      'You are receiving this email because you are responsible for a department.',
    ),
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

function subjectOf(lines: readonly Line[], total: number): string {
  const [first] = lines;
  if (total > 1) return `${total} items are expiring or have expired`;
  return `${first!.itemName} ${isPast(first!) ? 'has expired' : 'expires soon'}`;
}

function moreParagraph(lines: readonly Line[], total: number): string[] {
  return total > lines.length
    ? [`The first ${lines.length} of ${total} are listed; follow the link for the rest.`]
    : [];
}

function expiryOf(line: Line): string {
  const { expiresAt, timeZone } = line;
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }).format(
    expiresAt,
  );
  return `${date}, ${distanceOf(line)}`;
}

function distanceOf({ daysLeft }: Line): string {
  if (daysLeft < 0) return daysLeft === -1 ? 'a day ago' : `${-daysLeft} days ago`;
  if (daysLeft === 0) return 'within a day';
  return daysLeft === 1 ? 'in a day' : `in ${daysLeft} days`;
}

function isPast({ daysLeft }: Line): boolean {
  return daysLeft < 0;
}
