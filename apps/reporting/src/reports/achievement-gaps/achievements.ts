import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import type { PageRequest } from '../../wire-format';
import { measurementName } from '../compliance/measurements';
import { runWithin } from '../organization-scope';
import type { AchievementPage } from './achievement-gaps.dto';

interface AchievementRow {
  achievementId: string;
  achievementName: string;
  measurement: number;
  holders: number;
}

type Row = { total: number } & (AchievementRow | { achievementId: null });

const achievements = readStatement<Row>(__dirname, 'achievements.sql');
const personTypes = readStatement<{ personType: string }>(__dirname, 'person-types.sql');

/** A page of the organization's achievements, most widely held first; with `q` those whose name has all its words. */
export async function listAchievements(
  db: Database,
  organization: Organization,
  { q, now }: { q: string | null; now: Date },
  { page, pageSize, offset }: PageRequest,
): Promise<AchievementPage> {
  const parameters = { q, now, limit: pageSize, offset };
  const rows = await runWithin(db, organization, achievements, parameters);
  const items = rows.filter(isAchievement).map(row => ({
    achievementId: row.achievementId,
    achievementName: row.achievementName,
    achievementType: measurementName(row.measurement),
    companyId: organization.uuid,
    holders: row.holders,
  }));
  return { items, total: rows[0]?.total ?? 0, page, pageSize };
}

/** The person types that the organization uses. */
export async function listPersonTypes(db: Database, organization: Organization): Promise<string[]> {
  const rows = await runWithin(db, organization, personTypes);
  return rows.map(({ personType }) => personType);
}

function isAchievement(row: Row): row is { total: number } & AchievementRow {
  return row.achievementId !== null;
}
