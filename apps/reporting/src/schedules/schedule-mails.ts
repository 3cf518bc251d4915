import { query, readStatements } from '@platform/db';
import type { Message } from '../mail/message';
import type { ComposeMail } from '../mail/send-mails';
import type { UnsubscribeUrl } from '../mail/unsubscribe/unsubscribe';
import { headline, type OverviewFigures, overviewTables } from './overview-figures';
import { describeRecurrence } from './recurrence';
import type { Recurrence } from './schedules.dto';

const sql = readStatements(__dirname, 'schedule-mails.sql');

/** What the mails of a run say of its report. */
export interface AboutRun {
  readonly title: string;
  readonly filters: readonly (readonly [label: string, value: string])[];
  readonly rows: number;
  /** The page of the console with the same filters, as far as it has them. */
  readonly page: string;
  /** Whether the page lacks some of the filters. */
  readonly isPageWider?: boolean;
  readonly fileName: string;
  /** How many departments the reports show the owner; null or absent is all of them. */
  readonly departments?: number | null;
  /** Of an overview. */
  readonly figures?: OverviewFigures;
}

interface ScheduledMail {
  readonly scheduleId: string;
  readonly name: string;
  readonly recurrence: Recurrence;
  readonly ownerName: string;
  readonly accountId: string;
  readonly about: AboutRun;
  readonly file: Buffer | null;
}

const find = sql<ScheduledMail>('find-scheduled-mail');

/** The report of a run, to a recipient who may still get it. */
export function composeScheduledReport(unsubscribeUrl: UnsubscribeUrl): ComposeMail {
  return async (tx, { accountId, companyName, data }): Promise<Message | null> => {
    const { runId } = data as { runId: number };
    const [mail] = await query(tx, find, { accountId, runId });
    if (!mail) return null;
    const { scheduleId, name, recurrence, ownerName, about, file } = mail;
    const {
      title,
      filters,
      rows,
      page,
      isPageWider = false,
      fileName,
      departments = null,
      figures,
    } = about;
    const place = file
      ? `The file ${fileName} is attached.`
      : 'The file is not attached: open the report in the console to download it.';
    return {
      subject: `${companyName}: ${name}`,
      paragraphs: [
        ...(figures ? [headline(figures)] : []),
        `The report “${title}” of ${companyName} has ${countOf(rows)}. ${place}`,
        ...(departments === null
          ? []
          : [`It is as ${ownerName} sees it: ${numberOf(departments, 'department')}.`]),
        ...(isPageWider
          ? ['The page in the console has not all of its filters: it shows more.']
          : []),
      ],
      tables: [
        ...(figures ? overviewTables(figures) : []),
        ...(filters.length === 0
          ? []
          : [
              {
                headings: ['Filter', 'Value'],
                rows: filters.map(([label, value]) => [label, withPlainTimes(value)]),
              },
            ]),
      ],
      link: { label: 'Open the report in the console', url: page },
      footer:
        `You get this mail because ${ownerName} has this report sent to you, ` +
        `${describeRecurrence(recurrence)}.`,
      unsubscribeUrl: unsubscribeUrl({
        topic: 'schedule',
        accountUuid: mail.accountId,
        targetUuid: scheduleId,
      }),
      ...(file && { attachments: [{ filename: fileName, content: file }] }),
    };
  };
}

/** `2026-11-23T01:46:03.780+00:00` as `2026-11-23 01:46 UTC`. */
function withPlainTimes(value: string): string {
  return value.replaceAll(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+\+00:00/g, '$1 $2 UTC');
}

function countOf(rows: number): string {
  return rows === 1 ? 'one row' : numberOf(rows, 'row');
}

/** `no rows`, `1 row`, `1,204 rows` */
function numberOf(count: number, what: string): string {
  const number = count === 0 ? 'no' : count.toLocaleString('en');
  return `${number} ${what}${count === 1 ? '' : 's'}`;
}

/** Tells an owner that a schedule has ended with the access to the organization's reports. */
export const composePaused: ComposeMail = (_tx, { companyName, data }) => {
  const { name } = data as { name: string };
  return Promise.resolve({
    subject: `${companyName}: “${name}” is paused`,
    paragraphs: [
      `Your schedule “${name}” does not run any more, because you have no report access to ${companyName}.`,
      'Once an operator has given you access again, resume it in the console.',
    ],
    footer: 'You get this mail because the schedule is yours.',
  });
};
