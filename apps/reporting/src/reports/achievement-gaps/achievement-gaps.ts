import { readStatement } from '@platform/db';
import { Problem } from '@platform/http';
import { measurementName } from '../../compliance/measurements';
import type { Organization } from '../../http/principal';
import type { RowOf } from '../../http/times';
import { departmentNamesOf } from '../references';
import { type ReportScope, rowsOf } from '../report-reads';
import { findSelection, listText } from '../selection';
import type { ReportAnswer } from '../send-report';
import { foldForFile } from '../table/file-name';
import { reportTable } from '../table/report-table';
import type {
  Achievement,
  AchievementGap,
  GapSort,
  GapStanding,
  GapStatus,
  GapSummary,
  SortDirection,
} from './achievement-gaps.dto';
import { requireKnownPersonTypes } from './person-types';

export interface GapRequest {
  readonly achievementId: string;
  /** Defaults to every type that the organization uses. */
  readonly personTypes?: readonly string[] | undefined;
  /** Whether the roster is the members who are required to hold the achievement. */
  readonly requiredOnly: boolean;
  /** IDs. If absent, includes members without a department. */
  readonly departments?: readonly string[] | undefined;
  readonly status?: GapStatus | undefined;
  readonly q?: string | undefined;
  readonly sort: GapSort;
  readonly direction: SortDirection;
}

/** A gap with the columns that describe the request. */
type GapRow = RowOf<AchievementGap, 'issuedAt' | 'expiresAt'> & {
  achievementId: string;
  achievementName: string;
  companyHandle: string;
  asOf: Date;
  departments: string | null;
};

const gapTable = reportTable<GapRow>({
  name: 'achievement-gaps',
  title: 'Achievement gaps',
  schema: 'AchievementGap',
  list: 'items',
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
      value: ({ status }) => status ?? 'missing',
      jsonValue: ({ status }) => status,
      meaning: 'The current status of the ticket; missing without a ticket.',
    },
    issuedAt: 'timestamp',
    expiresAt: 'timestamp',
    achievementId: { type: 'text', json: null, meaning: 'The ID of the achievement.' },
    achievementName: { type: 'text', json: null, meaning: 'The name of the achievement.' },
    companyHandle: { type: 'text', json: null, meaning: 'The handle of the organization.' },
    asOf: { type: 'timestamp', json: null, meaning: 'The time of the report.' },
    memberId: 'text',
    isRequired: 'boolean',
    departments: departmentNamesOf('person'),
  },
});

type Counted = 'roster' | 'excluded' | 'valid' | 'missing' | 'pending' | 'expired' | 'submitted';

type SummaryRow = Pick<Achievement, 'achievementId' | 'achievementName'> &
  Record<'measurement' | 'total' | Counted, number>;

type Read = SummaryRow & Omit<GapRow, 'companyHandle' | 'asOf'>;

const statement = readStatement<Read>(__dirname, 'achievement-gaps.sql');

/**
 * Reports the gaps of an achievement, and counts the whole roster.
 * @throws Problem unknown-achievement; invalid-request naming unknown person types or departments
 */
export async function achievementGaps(
  scope: ReportScope,
  requested: GapRequest,
): Promise<ReportAnswer<GapRow, Read>> {
  const { organization, now } = scope;
  const { personTypes, departments, status, q, ...request } = requested;
  const { achievementId, requiredOnly, sort, direction } = request;
  await requireKnownPersonTypes(scope, personTypes ?? []);
  const { selection, names } = await findSelection(scope, { departments });
  const filter = {
    departments: selection.departments,
    personTypes: personTypes ?? null,
    status: status ?? null,
    q: q ?? null,
  };
  return {
    table: gapTable,
    scope,
    order: { organization, request: requested, position: ['number', 'text', 'uuid'] },
    rows: rowsOf(scope, statement, { ...request, ...filter, now }),
    toRows: read => read.map(row => ({ ...row, companyHandle: organization.handle, asOf: now })),
    describe(first) {
      if (!first) throw unknownAchievement(achievementId);
      const { achievementName: name } = first;
      return {
        filters: [
          ['Achievement', name],
          ['Person types', listText(personTypes)],
          ['Departments', listText(names.departments)],
          ['Required only', requiredOnly ? 'Yes' : 'No'],
          ['Status', status ?? 'all'],
          ['Search', q ?? 'any'],
          ['Order', `${sort}, ${direction}`],
        ],
        subject: `${foldForFile(name) || achievementId}-${now.toISOString().slice(0, 10)}`,
        fields: { achievement: achievementOf(first, organization), summary: summarize(first) },
      };
    },
  };
}

function achievementOf(
  { achievementId, achievementName, measurement }: SummaryRow,
  organization: Organization,
): Achievement {
  const achievementType = measurementName(organization, measurement);
  return { achievementId, achievementName, achievementType, companyId: organization.uuid };
}

function summarize(row: SummaryRow): GapSummary {
  const { roster, excluded, valid, missing, pending, expired, submitted } = row;
  const standings: GapStanding[] = [
    { status: 'missing', hasTicket: false, people: missing },
    { status: 'Pending', hasTicket: true, people: pending },
    { status: 'Expired', hasTicket: true, people: expired },
    { status: 'Submitted', hasTicket: true, people: submitted },
  ];
  return {
    roster,
    excludedNoPersonType: excluded,
    valid,
    gaps: roster - valid,
    standings: standings.filter(({ people }) => people > 0),
  };
}

function unknownAchievement(achievementId: string): Problem {
  return new Problem(
    'unknown-achievement',
    `The organization has no achievement ${achievementId}. GET /reporting/achievement-gaps/achievements lists them.`,
  );
}
