import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import type { PageRequest } from '../../wire-format';
import { measurementName } from '../compliance/measurements';
import { runWithin, streamWithin } from '../organization-scope';
import { toObject } from '../table/json';
import { reportTable } from '../table/report-table';
import type { AchievementPage, HeldAchievement } from './achievement-gaps.dto';

/** An achievement, with how many there are in all. */
type AchievementRow = Omit<HeldAchievement, 'achievementType'> & {
  measurement: number;
  total: number;
};

/** A page past the end is one row with the total alone. */
type Row = AchievementRow | { achievementId: null; total: number };

/** The list's columns, in the order of CSV. */
export const achievementTable = reportTable<AchievementRow>({
  name: 'achievements',
  title: 'Achievements',
  schema: 'HeldAchievement',
  columns: {
    achievementId: 'text',
    achievementName: 'text',
    achievementType: { type: 'text', value: ({ measurement }) => measurementName(measurement) },
    companyId: 'text',
    holders: 'integer',
  },
});

const toAchievement = toObject<HeldAchievement, AchievementRow>(achievementTable.columns);

const achievements = readStatement<Row>(__dirname, 'achievements.sql');
const personTypes = readStatement<{ personType: string }>(__dirname, 'person-types.sql');

export interface AchievementFilter {
  /** Words of the name; null is every achievement. */
  readonly q: string | null;
  readonly now: Date;
}

/** A page of the organization's achievements, most widely held first. */
export async function listAchievements(
  db: Database,
  organization: Organization,
  filter: AchievementFilter,
  { page, pageSize, offset }: PageRequest,
  signal: AbortSignal,
): Promise<AchievementPage> {
  const parameters = { ...filter, limit: pageSize, offset };
  const rows = await runWithin(db, organization, achievements, parameters, { signal });
  const items = rows.filter(isAchievement).map(toAchievement);
  return { items, total: rows[0]?.total ?? 0, page, pageSize };
}

/** Every achievement of the organization, in batches. */
export async function* streamAchievements(
  db: Database,
  organization: Organization,
  filter: AchievementFilter,
  signal: AbortSignal,
): AsyncGenerator<AchievementRow[]> {
  const everything = { ...filter, limit: null, offset: 0 };
  for await (const rows of streamWithin(db, organization, achievements, everything, { signal })) {
    yield rows.filter(isAchievement);
  }
}

/** The person types that the organization uses. */
export async function listPersonTypes(
  db: Database,
  organization: Organization,
  signal: AbortSignal,
): Promise<string[]> {
  const rows = await runWithin(db, organization, personTypes, {}, { signal });
  return rows.map(({ personType }) => personType);
}

function isAchievement(row: Row): row is AchievementRow {
  return row.achievementId !== null;
}
