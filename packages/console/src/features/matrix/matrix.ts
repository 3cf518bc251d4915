import { t } from '@lingui/core/macro';
import type { Schemas } from '../../api/client';
import { readPages } from '../../api/queries';
import { reportOptions, reportQuery } from '../../api/report';
import { dayName } from '../../text/format';
import { statusName } from '../../ui/status-badge';

export type Matrix = Schemas['Matrix'];
export type MatrixRequest = Schemas['MatrixRequest'];
export type Column = Matrix['columns'][number];
export type Person = Matrix['items'][number];
export type Cell = Person['cells'][number];

export const PAGE_SIZE = 100;

export function matrixReport(organization: string, body: MatrixRequest) {
  return reportQuery(organization, 'post', '/reporting/matrix', { body });
}

export function requirementsQuery(organization: string, departments: string[] | undefined) {
  return reportOptions(organization, ['matrix-requirements', departments], async (api, call) => {
    const found = await readPages(async columnsPage => {
      const body = { departments, pageSize: 1, columnsPage, columnsPageSize: 200 };
      const { columns, columnsTotal } = await api.post('/reporting/matrix', { ...call, body });
      return { items: columns, total: columnsTotal };
    });
    return found.map(({ id, kind, ...column }) => ({ value: id, label: columnName(column), kind }));
  });
}

export function columnName({ number, name }: Pick<Column, 'number' | 'name'>): string {
  return number === null ? name : `${number} ${name}`;
}

const SOON_DAYS = 90;
const WAITING = ['Pending', 'Submitted', 'Self-Assessed'];

export type Kind = 'good' | 'soon' | 'open' | 'bad' | 'extra';

/** Whether a cell requires action. */
export function kindOf({ isRequired, isSatisfied, status, daysLeft }: Cell): Kind {
  if (!isRequired) return 'extra';
  if (!isSatisfied) return WAITING.includes(status) ? 'open' : 'bad';
  return daysLeft !== null && daysLeft < SOON_DAYS ? 'soon' : 'good';
}

/** Signs, so that cells do not differ only in colour. */
export const SIGNS: Readonly<Record<Kind, string>> = {
  good: '✓',
  soon: '!',
  open: '…',
  bad: '✕',
  extra: '·',
};

export const LEGEND: Readonly<Record<Kind, string>> = {
  good: t`Satisfied`,
  soon: t`Expires within ${SOON_DAYS} days`,
  open: t`Waiting for someone else`,
  bad: t`Missing or expired`,
  extra: t`Recorded, not required`,
};

/** Formats a cell as `Valid until Mar 1, 2027`, `Expired Nov 15, 2026` or `Missing`. */
export function cellWords({ status, isSatisfied, expiresAt }: Cell): string {
  const word = statusName(status);
  if (expiresAt === null || !(isSatisfied || status === 'Expired')) return word;
  return isSatisfied ? t`${word} until ${dayName(expiresAt)}` : `${word} ${dayName(expiresAt)}`;
}
