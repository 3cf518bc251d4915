import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { uuidV5 } from '../../wire-format';
import { streamWithin } from '../organization-scope';
import { type RowOf, titleOf } from '../table/columns';
import { type ReportTable, reportTable } from '../table/report-table';
import type { MonthlyStatistic } from './monthly-statistics.dto';

/** The categories of critical competencies, by item number. */
const CATEGORIES = {
  1: { itemName: 'Critical competencies, primary profile', tagPrimacy: 'Primary' },
  2: { itemName: 'Critical competencies, secondary profiles', tagPrimacy: 'Secondary' },
} as const;

/** Fields that the statement leaves out: they follow from the others, or are always the same. */
type Derived =
  | 'id'
  | 'itemName'
  | 'listDomain'
  | 'listFolder'
  | 'tagCriticality'
  | 'tagNecessity'
  | 'tagPrimacy';

/** A member in a facility department by a category, in the last snapshot of a month. */
export type MonthlyStatisticRow = Omit<RowOf<MonthlyStatistic, 'asAt'>, Derived | 'itemNumber'> & {
  itemNumber: keyof typeof CATEGORIES;
  /** `YYYY-MM` */
  month: string;
};

/** The report's columns, in the order of CSV and JSON. */
export const statisticTable = reportTable<MonthlyStatisticRow>({
  name: 'monthly-statistics',
  title: 'Monthly statistics',
  schema: 'MonthlyStatistic',
  columns: {
    id: { type: 'text', value: statisticId },
    companyId: 'text',
    departmentId: 'text',
    memberId: 'text',
    companyName: 'text',
    departmentName: 'text',
    departmentRole: 'text',
    memberName: 'text',
    itemNumber: 'integer',
    itemName: { type: 'text', value: ({ itemNumber }) => CATEGORIES[itemNumber].itemName },
    listDomain: { type: 'text', value: () => 'Competency' },
    listFolder: { type: 'text', value: () => 'Compliance' },
    tagCriticality: { type: 'text', value: () => 'Critical' },
    tagNecessity: { type: 'text', value: () => 'Mandatory' },
    tagPrimacy: { type: 'text', value: ({ itemNumber }) => CATEGORIES[itemNumber].tagPrimacy },
    required: 'integer',
    validated: 'integer',
    expired: 'integer',
    notCompleted: 'integer',
    notApplicable: 'integer',
    notApplicableValidated: 'integer',
    needsTraining: 'integer',
    selfAssessed: 'integer',
    submitted: 'integer',
    completed: 'integer',
    progress: 'share',
    score: 'share',
    asAt: 'timestamp',
  },
});

/** The names of version 4 that are not today's name with a capital. */
const LEGACY_NAMES: Readonly<Record<string, string>> = {
  id: 'JoinIdentifier',
  companyId: 'CompanyIdentifier',
  departmentId: 'DepartmentIdentifier',
  memberId: 'UserIdentifier',
  memberName: 'UserName',
  required: 'CountRQ',
  validated: 'CountVA',
  expired: 'CountEX',
  notCompleted: 'CountNC',
  notApplicable: 'CountNA',
  notApplicableValidated: 'CountVN',
  needsTraining: 'CountNT',
  selfAssessed: 'CountSA',
  submitted: 'CountSV',
  completed: 'CountCP',
};

/** The same under the names of version 4, whose JSON leaves out counts of zero. */
export const legacyTable: ReportTable<MonthlyStatisticRow> = {
  ...statisticTable,
  columns: statisticTable.columns.map(column => {
    const name =
      LEGACY_NAMES[column.name] ?? column.name.charAt(0).toUpperCase() + column.name.slice(1);
    const isOptional = name.startsWith('Count');
    return { ...column, name, title: titleOf(name), path: [name], isOptional };
  }),
};

const statement = readStatement<MonthlyStatisticRow>(__dirname, 'monthly-statistics.sql');

/** The statistics of a month, `YYYY-MM`, in batches. */
export function monthlyStatistics(
  db: Database,
  organization: Organization,
  month: string,
  signal: AbortSignal,
): AsyncGenerator<MonthlyStatisticRow[]> {
  return streamWithin(db, organization, statement, { firstDay: `${month}-01` }, { signal });
}

/** In the name space of the organization: a snapshot taken again keeps it. */
function statisticId(row: MonthlyStatisticRow): string {
  const { companyId, departmentId, memberId, itemNumber, month } = row;
  const namespace = Buffer.from(companyId.replaceAll('-', ''), 'hex');
  return uuidV5(namespace, `${departmentId}/${memberId}/${itemNumber}/${month}`);
}
