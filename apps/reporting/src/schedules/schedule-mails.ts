import { query, readStatement } from '@platform/db';
import type { ComposeMail } from '../mail/send-mails';
import type { UnsubscribeUrl } from '../mail/unsubscribe/unsubscribe';
import { headline, overviewTables } from './overview-figures';
import { labelIn, valueIn } from './report-words';
import { describeRecurrence, SCHEDULE_MAIL_TEXTS } from './schedule-mail-texts';
import type { ReportFile } from './scheduled-reports';
import type { Recurrence } from './schedules.dto';

export interface AboutRun extends Pick<ReportFile, 'title' | 'filters' | 'rows' | 'figures'> {
  /** The console page with the same filters, as far as it supports them. */
  readonly page: string;
  /** Whether the page lacks some of the filters. */
  readonly isPageWider?: boolean;
  readonly fileName: string;
  /** The number of departments that reports show the owner; null or absent for all. */
  readonly departments?: number | null;
}

interface ScheduledMail {
  readonly scheduleId: string;
  readonly name: string;
  readonly recurrence: Recurrence;
  readonly ownerName: string;
  /** Whether the recipient can open the console page. */
  readonly hasReportAccess: boolean;
  readonly about: AboutRun;
  readonly file: Buffer | null;
}

const find = readStatement<ScheduledMail>(__dirname, 'schedule-mails.sql');

/** Composes a run's report for a recipient who may still receive it. */
export function composeScheduledReport(unsubscribeUrl: UnsubscribeUrl): ComposeMail {
  return async (tx, { accountId, accountUuid, companyName, language, data }) => {
    const { runId } = data as { runId: number };
    const [mail] = await query(tx, find, { accountId, runId });
    if (!mail) return null;
    const { scheduleId, name, recurrence, ownerName, hasReportAccess, about, file } = mail;
    const { title, filters, rows, page, fileName, figures } = about;
    const { isPageWider = false, departments = null } = about;
    const texts = SCHEDULE_MAIL_TEXTS[language];
    const missing = hasReportAccess ? texts.download : texts.askFor(ownerName);
    const place = file ? texts.attached(fileName) : missing;
    return {
      subject: texts.subject(companyName!, name),
      paragraphs: [
        ...(figures ? [headline(figures, language)] : []),
        `${texts.rows(labelIn(language, title), companyName!, rows)} ${place}`,
        ...(departments === null ? [] : [texts.limited(ownerName, departments)]),
        ...(isPageWider && hasReportAccess ? [texts.wider] : []),
      ],
      tables: [
        ...(figures ? overviewTables(figures, language) : []),
        ...(filters.length === 0
          ? []
          : [
              {
                headings: [texts.filter, texts.value],
                rows: filters.map(([label, value]) => [
                  labelIn(language, label),
                  valueIn(language, label, value),
                ]),
              },
            ]),
      ],
      ...(hasReportAccess && { link: { label: texts.open, url: page } }),
      footer: texts.why(ownerName, describeRecurrence(language, recurrence)),
      unsubscribeUrl: unsubscribeUrl({ topic: 'schedule', accountUuid, targetUuid: scheduleId }),
      ...(file && { attachments: [{ filename: fileName, content: file }] }),
    };
  };
}

/** Notifies an owner that a schedule was paused because they lost report access. */
export const composePaused: ComposeMail = (_tx, { companyName, language, data }) => {
  const { name } = data as { name: string };
  const texts = SCHEDULE_MAIL_TEXTS[language];
  return Promise.resolve({
    subject: texts.paused(companyName!, name),
    paragraphs: [texts.whyPaused(companyName!, name), texts.resume],
    footer: texts.own,
  });
};
