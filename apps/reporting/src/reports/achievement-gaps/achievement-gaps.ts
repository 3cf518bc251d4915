import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { Problem } from '@platform/http';
import type { PageRequest } from '../../wire-format';
import { measurementName } from '../compliance/measurements';
import { runWithin, streamWithin } from '../organization-scope';
import { columnsOf, type RowOf } from '../table/columns';
import { toObject } from '../table/json';
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

export type GapRow = RowOf<AchievementGap, 'issuedAt' | 'expiresAt'>;

/** The columns, in the order of CSV. */
export const gapColumns = columnsOf<GapRow>({
  learnerAccountId: 'text',
  learnerName: 'text',
  email: 'text',
  personCode: 'text',
  personType: 'text',
  jobTitle: 'text',
  hasTicket: 'boolean',
  ticketId: 'text',
  status: 'text',
  issuedAt: 'timestamp',
  expiresAt: 'timestamp',
});

const toGap = toObject<AchievementGap, GapRow>(gapColumns);

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

type Row = SummaryRow & (GapRow | { learnerAccountId: null });

const statement = readStatement<Row>(__dirname, 'achievement-gaps.sql');

/**
 * Who of the organization does not hold an achievement: the whole roster counted, and a page of the gaps.
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
    items: rows.filter(isGap).map(toGap),
    total: row.total,
    page,
    pageSize,
  };
}

/**
 * Every gap, in batches.
 * @throws Problem unknown-achievement before the first
 */
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
    yield rows.filter(isGap);
  }
  if (!isKnown) throw unknownAchievement(filter.achievementId);
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

function isGap(row: Row): row is SummaryRow & GapRow {
  return row.learnerAccountId !== null;
}

function unknownAchievement(achievementId: string): Problem {
  return new Problem(
    'unknown-achievement',
    `The organization has no achievement ${achievementId}. GET /reporting/achievement-gaps/achievements lists them.`,
  );
}
