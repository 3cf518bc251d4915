import { readStatement } from '@platform/db';
import { type ReportScope, rowsOf } from '../report-reads';
import type { ReportAnswer } from '../send-report';
import { type ColumnTable } from '../table/define-columns';
import { reportTable } from '../table/report-table';
import type { AchievementSort, HeldAchievement } from './achievement-gaps.dto';

type AchievementRow = Omit<HeldAchievement, 'achievementType' | 'lacking'> & {
  measurement: number;
  lacking: number;
};

const COLUMNS: ColumnTable<AchievementRow> = {
  achievementId: 'text',
  achievementName: 'text',
  achievementType: { type: 'text', measurement: ({ measurement }) => measurement },
  companyId: 'text',
  holders: 'integer',
};

const TABLES = {
  held: achievementTable(COLUMNS),
  lacking: achievementTable({ ...COLUMNS, lacking: 'integer' }),
};

function achievementTable(columns: ColumnTable<AchievementRow>) {
  const [name, title, schema] = ['achievements', 'Achievements', 'HeldAchievement'];
  return reportTable<AchievementRow>({ name, title, schema, list: 'items', columns });
}

const statement = readStatement<AchievementRow>(__dirname, 'achievements.sql');

export function achievements(
  scope: ReportScope,
  q: string | undefined,
  sort: AchievementSort,
): ReportAnswer<AchievementRow> {
  return {
    table: TABLES[sort],
    scope,
    rows: rowsOf(scope, statement, {
      q: q ?? null,
      now: scope.now,
      byLacking: sort === 'lacking',
    }),
    describe: () => ({ filters: [['Search', q ?? 'any']] }),
  };
}
