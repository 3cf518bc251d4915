import { readStatement } from '@platform/db';
import { invalidField } from '@platform/http';
import { readInstant } from '@platform/http/field-values';
import { formatTimestamp, type RowOf } from '../../http/times';
import type { Instant } from '../../http/wire-format';
import { departmentNamesOf, measurementColumns } from '../references';
import { type ReportScope, rowsOf } from '../report-reads';
import { findSelection, type SelectionRequest, selectionFilters } from '../selection';
import type { ReportAnswer } from '../send-report';
import { reportTable } from '../table/report-table';
import type { Expiration, ExpirationKind, ExpirationSummary } from './expirations.dto';

export interface ExpirationRequest extends SelectionRequest {
  /** Days of 24 hours from now, as an alternative to `from` and `to`. */
  readonly days?: number | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  /** Defaults to both. */
  readonly kinds?: readonly ExpirationKind[] | undefined;
  readonly requiredOnly: boolean;
  readonly q?: string | undefined;
}

type ExpirationRow = RowOf<Omit<Expiration, 'measurement'>, 'expiresAt'> & {
  measurementKey: number;
  /** Only for files. */
  departments?: string | null;
};

const expirationTable = reportTable<ExpirationRow>({
  name: 'expirations',
  title: 'Expirations',
  schema: 'Expiration',
  list: 'items',
  columns: {
    memberId: 'text',
    memberName: 'text',
    memberEmail: 'text',
    kind: 'text',
    itemId: 'text',
    itemNumber: 'text',
    itemName: 'text',
    ...measurementColumns,
    isRequired: 'boolean',
    status: 'text',
    expiresAt: 'timestamp',
    daysLeft: 'integer',
    departments: departmentNamesOf('member'),
    memberCode: 'text',
  },
});

/** On a page, each row has the summary. */
type Read = Partial<ExpirationSummary> & ExpirationRow;

const statements = {
  page: readStatement<Read>(__dirname, 'expirations-page.sql'),
  everything: readStatement<Read>(__dirname, 'expirations.sql'),
};

const BOTH_KINDS: readonly ExpirationKind[] = ['achievement', 'competency'];

/**
 * Reports the expirations within a window, and counts the whole selection.
 * @throws Problem invalid-request naming unknown IDs, or about the window
 */
export async function expirations(
  scope: ReportScope,
  request: ExpirationRequest,
): Promise<ReportAnswer<ExpirationRow, Read>> {
  const { organization, now } = scope;
  const { days, from, to, kinds = BOTH_KINDS, requiredOnly, q, ...selected } = request;
  const window = readWindow({ days, from, to }, now);
  const { selection, names } = await findSelection(scope, selected);
  const parameters = { ...selection, ...window, kinds, requiredOnly, q: q ?? null, now };
  return {
    table: expirationTable,
    scope,
    order: { organization, request, position: ['instant', 'text', 'text', 'uuid', 'uuid'] },
    rows: rowsOf(scope, statements, parameters),
    describe: first => ({
      filters: [
        ['After', formatTimestamp(window.from)],
        ['Up to', formatTimestamp(window.to)],
        ['Kinds', kinds.join(', ')],
        ['Required only', requiredOnly ? 'Yes' : 'No'],
        ...selectionFilters(names),
        ['Search', q ?? 'any'],
      ],
      fields: { summary: summaryOf(first) },
    }),
  };
}

/** Files have no summary. */
function summaryOf(first: Read | undefined): ExpirationSummary {
  const { members = 0, achievements = 0, competencies = 0, byMonth = [] } = first ?? {};
  return { members, achievements, competencies, byMonth };
}

const DAY = 86_400_000;
const DEFAULT_DAYS = 90;
const MAX_DAYS = 366;

/**
 * Returns the requested window: the next `days`, or after `from` and up to `to`.
 * @throws Problem invalid-request
 */
function readWindow({ days, from, to }: Omit<ExpirationRequest, 'requiredOnly'>, now: Date) {
  if (from === undefined && to === undefined) {
    return { from: now, to: new Date(now.getTime() + (days ?? DEFAULT_DAYS) * DAY) };
  }
  if (days !== undefined) throw invalidField('days', 'cannot be combined with from and to');
  if (from === undefined) throw invalidField('from', 'is required with to');
  if (to === undefined) throw invalidField('to', 'is required with from');
  const window = { from: readInstant('from', from), to: readInstant('to', to) };
  const length = window.to.getTime() - window.from.getTime();
  if (length <= 0) throw invalidField('to', 'must be after from');
  if (length > MAX_DAYS * DAY) {
    throw invalidField('to', `must be at most ${MAX_DAYS} days after from`);
  }
  return window;
}
