import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import type { PageRequest } from '../../wire-format';
import { measurementColumns } from '../compliance/measurements';
import { runWithin, streamWithin } from '../organization-scope';
import type { Selection } from '../selection';
import type { RowOf } from '../table/columns';
import { toObject } from '../table/json';
import { reportTable } from '../table/report-table';
import type {
  Expiration,
  ExpirationKind,
  ExpirationMonth,
  ExpirationPage,
} from './expirations.dto';

export interface ExpirationFilter extends Selection {
  readonly kinds: readonly ExpirationKind[];
  readonly requiredOnly: boolean;
  readonly q: string | null;
  readonly now: Date;
  /** The last instant of the window, which begins after `now`. */
  readonly until: Date;
}

type ExpirationRow = RowOf<Omit<Expiration, 'measurement'>, 'expiresAt'> & {
  measurementKey: number;
};

/** The report's columns, in the order of CSV. */
export const expirationTable = reportTable<ExpirationRow>({
  name: 'expirations',
  title: 'Expirations',
  schema: 'Expiration',
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
  },
});

const toExpiration = toObject<Expiration, ExpirationRow>(expirationTable.columns);

interface SummaryRow {
  members: number;
  achievements: number;
  competencies: number;
  byMonth: ExpirationMonth[];
}

type Row = SummaryRow & (ExpirationRow | { kind: null });

const statement = readStatement<Row>(__dirname, 'expirations.sql');

/** A page of what expires within the window, and the whole selection counted. */
export async function findExpirations(
  db: Database,
  organization: Organization,
  filter: ExpirationFilter,
  { page, pageSize, offset }: PageRequest,
  signal: AbortSignal,
): Promise<ExpirationPage> {
  const parameters = { ...filter, limit: pageSize, offset };
  const rows = await runWithin(db, organization, statement, parameters, { signal });
  const { members, achievements, competencies, byMonth } = rows[0]!;
  return {
    summary: { members, achievements, competencies, byMonth },
    items: rows.filter(isExpiration).map(toExpiration),
    total: achievements + competencies,
    page,
    pageSize,
  };
}

/** Everything that expires within the window, in batches. */
export async function* streamExpirations(
  db: Database,
  organization: Organization,
  filter: ExpirationFilter,
  signal: AbortSignal,
): AsyncGenerator<ExpirationRow[]> {
  const everything = { ...filter, limit: null, offset: 0 };
  for await (const rows of streamWithin(db, organization, statement, everything, { signal })) {
    yield rows.filter(isExpiration);
  }
}

function isExpiration(row: Row): row is SummaryRow & ExpirationRow {
  return row.kind !== null;
}
