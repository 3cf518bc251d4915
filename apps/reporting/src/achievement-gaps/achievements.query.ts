import type { Organization } from '@platform/auth';
import { type Database, readStatement, run } from '@platform/db';
import { measurementName } from '../compliance/measurements';
import type { PageRequest } from '../page';
import type { AchievementPage } from './achievement-gaps.dto';

interface AchievementRow {
  achievementId: string;
  achievementName: string;
  measurement: number;
  holders: number;
}

type Row = { total: number } & (AchievementRow | { achievementId: null });

const statement = readStatement<Row>(__dirname, 'achievements.sql');

/** A page of the organization's achievements, most widely held first; with `q` those whose name has all its words. */
export async function listAchievements(
  db: Database,
  { id: companyId, uuid }: Organization,
  { q, now }: { q: string | null; now: Date },
  { page, pageSize, offset }: PageRequest,
): Promise<AchievementPage> {
  const rows = await run(db, statement, { companyId, q, now, limit: pageSize, offset });
  const items = rows.filter(isAchievement).map(row => ({
    achievementId: row.achievementId,
    achievementName: row.achievementName,
    achievementType: measurementName(row.measurement),
    companyId: uuid,
    holders: row.holders,
  }));
  return { items, total: rows[0]?.total ?? 0, page, pageSize };
}

function isAchievement(row: Row): row is { total: number } & AchievementRow {
  return row.achievementId !== null;
}
