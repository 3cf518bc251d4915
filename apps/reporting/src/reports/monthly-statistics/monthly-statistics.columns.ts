import { type Cell, type Column, columnsOf } from '../table/column';
import { objectOf } from '../table/json';
import type { MonthlyStatisticRow } from './monthly-statistics.query';
import { statisticId } from './statistic-id';

/** What a row counts (decisions-reporting, "Monthly statistics"). */
const CATEGORIES = {
  1: { itemName: 'Critical competencies, primary profile', tagPrimacy: 'Primary' },
  2: { itemName: 'Critical competencies, secondary profiles', tagPrimacy: 'Secondary' },
} as const;

type Text = (row: MonthlyStatisticRow) => string;

function text(name: string, value: Text): Column<MonthlyStatisticRow> {
  return { name, type: 'text', value };
}

/** The columns of CSV and XLSX, and the fields of JSON, in the order of the specification. */
export const statisticColumns: readonly Column<MonthlyStatisticRow>[] = [
  text('id', statisticId),
  ...columnsOf<MonthlyStatisticRow>({
    companyId: 'text',
    departmentId: 'text',
    memberId: 'text',
    companyName: 'text',
    departmentName: 'text',
    departmentRole: 'text',
    memberName: 'text',
    itemNumber: 'integer',
  }),
  text('itemName', ({ itemNumber }) => CATEGORIES[itemNumber].itemName),
  text('listDomain', () => 'Competency'),
  text('listFolder', () => 'Compliance'),
  text('tagCriticality', () => 'Critical'),
  text('tagNecessity', () => 'Mandatory'),
  text('tagPrimacy', ({ itemNumber }) => CATEGORIES[itemNumber].tagPrimacy),
  ...columnsOf<MonthlyStatisticRow>({
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
    progress: 'decimal',
    score: 'decimal',
    asAt: 'timestamp',
  }),
];

/** The names of version 4 that are not the name of now with a capital (reporting, "monthly-statistics"). */
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

/** The same columns under the names of version 4. */
export const legacyColumns = statisticColumns.map(column => ({
  ...column,
  name: LEGACY_NAMES[column.name] ?? column.name.charAt(0).toUpperCase() + column.name.slice(1),
}));

const toLegacyObject = objectOf(legacyColumns);

/** A row under the names of version 4, without counts of zero and empty values. */
export function toLegacyStatistic(row: MonthlyStatisticRow): object {
  return Object.fromEntries(
    (Object.entries(toLegacyObject(row)) as [string, Cell][]).filter(
      ([name, cell]) => cell !== null && cell !== '' && !(cell === 0 && name.startsWith('Count')),
    ),
  );
}
