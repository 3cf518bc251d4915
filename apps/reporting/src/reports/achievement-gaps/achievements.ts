import { readStatement } from '@platform/db';
import { measurementName } from '../../compliance/measurements';
import { pagesOf, type ReportScope } from '../organization-scope';
import type { ReportAnswer } from '../send-report';
import { reportTable } from '../table/report-table';
import type { HeldAchievement } from './achievement-gaps.dto';

type AchievementRow = Omit<HeldAchievement, 'achievementType'> & { measurement: number };

const achievementTable = reportTable<AchievementRow>({
  name: 'achievements',
  title: 'Achievements',
  schema: 'HeldAchievement',
  list: 'items',
  columns: {
    achievementId: 'text',
    achievementName: 'text',
    achievementType: { type: 'text', value: ({ measurement }) => measurementName(measurement) },
    companyId: 'text',
    holders: 'integer',
  },
});

const statement = readStatement<AchievementRow>(__dirname, 'achievements.sql');

/** The organization's achievements, most widely held first; with `q` those whose name has all its words. */
export function achievements(
  scope: ReportScope,
  q: string | undefined,
): ReportAnswer<AchievementRow> {
  const { organization, now } = scope;
  return {
    table: achievementTable,
    organization,
    asOf: now,
    rows: pagesOf(scope, statement, { q: q ?? null, now }),
    describe: () => ({ filters: [['Words of the name', q ?? 'any']] }),
  };
}
