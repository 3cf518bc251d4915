import { query, readStatements } from '@platform/db';
import type { Message } from '../mail/message';
import type { ComposeMail } from '../mail/send-mails';
import type { UnsubscribeUrl } from '../mail/unsubscribe/unsubscribe';
import { headline, type OverviewFigures, overviewTables } from './overview-figures';
import { describeRecurrence } from './recurrence';
import type { Recurrence } from './schedules.dto';

const sql = readStatements(__dirname, 'schedule-mails.sql');

/** Describes a report in a run's emails. */
export interface AboutRun {
  readonly title: string;
  readonly filters: readonly (readonly [label: string, value: string])[];
  readonly rows: number;
  /** The console page with the same filters, as far as it supports them. */
  readonly page: string;
  /** Whether the page lacks some of the filters. */
  readonly isPageWider?: boolean;
  readonly fileName: string;
  /** The number of departments that reports show the owner; null or absent for all. */
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
  /** Whether the page of the console is open to the recipient. */
  readonly hasReportAccess: boolean;
  readonly about: AboutRun;
  readonly file: Buffer | null;
}

const find = sql<ScheduledMail>('find-scheduled-mail');

/** Composes a run's report for a recipient who may still receive it. */
export function composeScheduledReport(unsubscribeUrl: UnsubscribeUrl): ComposeMail {
  return async (tx, { accountId, companyName, data }): Promise<Message | null> => {
    const { runId } = data as { runId: number };
    const [mail] = await query(tx, find, { accountId, runId });
    if (!mail) return null;
    const { scheduleId, name, recurrence, ownerName, hasReportAccess, about, file } = mail;
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
      : `The file is not attached: ${hasReportAccess ? 'open the report in the console to download it' : `ask ${ownerName} for it`}.`;
    return {
      subject: `${companyName}: ${name}`,
      paragraphs: [
        ...(figures ? [headline(figures)] : []),
        `The report “${title}” for ${companyName} has ${countOf(rows)}. ${place}`,
        ...(departments === null
          ? []
          : [
              `It is limited to what ${ownerName} can see: ${numberOf(departments, 'department')}.`,
            ]),
        ...(isPageWider && hasReportAccess
          ? ['The console page does not support all of its filters and therefore shows more.']
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
      ...(hasReportAccess && { link: { label: 'Open the report in the console', url: page } }),
      footer:
        `You are receiving this email because ${ownerName} has scheduled this report for you, ` +
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

/** Notifies an owner that a schedule was paused because they lost report access. */
export const composePaused: ComposeMail = (_tx, { companyName, data }) => {
  const { name } = data as { name: string };
  return Promise.resolve({
    subject: `${companyName}: “${name}” is paused`,
    paragraphs: [
      `Your schedule “${name}” is paused because you no longer have report access to ${companyName}.`,
      'Once an operator has restored your access, you can resume the schedule in the console.',
    ],
    footer: 'You are receiving this email because this is your schedule.',
  });
};
