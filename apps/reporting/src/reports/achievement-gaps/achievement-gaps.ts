import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { Problem } from '@platform/http';
import type { PageRequest } from '../../wire-format';
import { measurementName } from '../compliance/measurements';
import { runWithin, streamWithin } from '../organization-scope';
import type { RowOf } from '../table/columns';
import { toObject } from '../table/json';
import { reportTable } from '../table/report-table';
import {
  type AchievementGap,
  type AchievementGaps,
  type GapSort,
  GapStatus,
  type GapSummary,
  type SortDirection,
} from './achievement-gaps.dto';

export interface GapFilter {
  /** A UUID. */
  readonly achievementId: string;
  /** Null is every type that the organization uses. */
  readonly personTypes: readonly string[] | null;
  readonly status: GapStatus | null;
  readonly q: string | null;
  readonly sort: GapSort;
  readonly direction: SortDirection;
  /** The instant at which tickets are judged. */
  readonly now: Date;
}

/** A gap, with what a file says of its own question. */
type GapRow = RowOf<AchievementGap, 'issuedAt' | 'expiresAt'> & {
  achievementId: string;
  achievementName: string;
  companyHandle: string;
  asOf: Date;
};

/** The report's columns, in the order of CSV. */
export const gapTable = reportTable<GapRow>({
  name: 'achievement-gaps',
  title: 'Achievement gaps',
  schema: 'AchievementGap',
  columns: {
    learnerAccountId: 'text',
    learnerName: 'text',
    email: 'text',
    personCode: 'text',
    personType: 'text',
    jobTitle: 'text',
    hasTicket: 'boolean',
    ticketId: 'text',
    status: {
      type: 'text',
      value: ({ status }) => status ?? GapStatus.Missing,
      jsonValue: ({ status }) => status,
      meaning: 'The status of the ticket now; missing without a ticket.',
    },
    issuedAt: 'timestamp',
    expiresAt: 'timestamp',
    achievementId: { type: 'text', json: null, meaning: 'The achievement of this file.' },
    achievementName: { type: 'text', json: null, meaning: 'The name of that achievement.' },
    companyHandle: { type: 'text', json: null, meaning: 'The handle of the organization.' },
    asOf: { type: 'timestamp', json: null, meaning: 'The instant at which tickets were judged.' },
  },
});

const toGap = toObject<AchievementGap, GapRow>(gapTable.columns);

interface SummaryRow {
  achievementId: string;
  achievementName: string;
  measurement: number;
  roster: number;
  excluded: number;
  valid: number;
  missing: number;
  pending: number;
  expired: number;
  submitted: number;
  total: number;
}

/** A row of the statement; a page without a gap is one row without a learner. */
type Row = SummaryRow & (Omit<GapRow, 'companyHandle' | 'asOf'> | { learnerAccountId: null });

const statement = readStatement<Row>(__dirname, 'achievement-gaps.sql');

/**
 * A page of the gaps of an achievement, and counts of the whole roster.
 * @throws Problem unknown-achievement
 */
export async function findAchievementGaps(
  db: Database,
  organization: Organization,
  filter: GapFilter,
  { page, pageSize, offset }: PageRequest,
  signal: AbortSignal,
): Promise<AchievementGaps> {
  const parameters = { ...filter, limit: pageSize, offset };
  const rows = await runWithin(db, organization, statement, parameters, { signal });
  const [row] = rows;
  if (!row) throw unknownAchievement(filter.achievementId);
  return {
    achievement: {
      achievementId: row.achievementId,
      achievementName: row.achievementName,
      achievementType: measurementName(row.measurement),
      companyId: organization.uuid,
    },
    summary: summarize(row),
    items: gapsOf(rows, organization, filter).map(toGap),
    total: row.total,
    page,
    pageSize,
  };
}

/** Every gap, in batches. @throws Problem unknown-achievement before the first */
export async function* streamAchievementGaps(
  db: Database,
  organization: Organization,
  filter: GapFilter,
  signal: AbortSignal,
): AsyncGenerator<GapRow[]> {
  let isKnown = false;
  const everything = { ...filter, limit: null, offset: 0 };
  for await (const rows of streamWithin(db, organization, statement, everything, { signal })) {
    isKnown = true;
    yield gapsOf(rows, organization, filter);
  }
  if (!isKnown) throw unknownAchievement(filter.achievementId);
}

const achievementName = readStatement<{ name: string }>(__dirname, 'achievement-name.sql');

/** @throws Problem unknown-achievement */
export async function findAchievementName(
  db: Database,
  organization: Organization,
  achievementId: string,
): Promise<string> {
  const [achievement] = await runWithin(db, organization, achievementName, { achievementId });
  if (!achievement) throw unknownAchievement(achievementId);
  return achievement.name;
}

function summarize(row: SummaryRow): GapSummary {
  const { roster, excluded, valid, missing, pending, expired, submitted } = row;
  const standings = [
    { status: GapStatus.Missing, hasTicket: false, people: missing },
    { status: GapStatus.Pending, hasTicket: true, people: pending },
    { status: GapStatus.Expired, hasTicket: true, people: expired },
    { status: GapStatus.Submitted, hasTicket: true, people: submitted },
  ];
  return {
    roster,
    excludedNoPersonType: excluded,
    valid,
    gaps: roster - valid,
    standings: standings.filter(({ people }) => people > 0),
  };
}

function gapsOf(rows: Row[], { handle }: Organization, { now }: GapFilter): GapRow[] {
  return rows.flatMap(row =>
    row.learnerAccountId === null ? [] : [{ ...row, companyHandle: handle, asOf: now }],
  );
}

function unknownAchievement(achievementId: string): Problem {
  return new Problem(
    'unknown-achievement',
    `The organization has no achievement ${achievementId}. GET /reporting/achievement-gaps/achievements lists them.`,
  );
}
