import { readStatement } from '@platform/db';
import { invalidFields } from '@platform/http';
import { type ReportScope, rowsOf } from '../report-reads';
import type { ReportAnswer } from '../send-report';
import { reportTable } from '../table/report-table';

interface PersonTypeRow {
  personType: string;
}

const personTypeTable = reportTable<PersonTypeRow>({
  name: 'person-types',
  title: 'Person types',
  schema: 'PersonType',
  columns: { personType: { type: 'text', json: '' } },
});

const statement = readStatement<PersonTypeRow>(__dirname, 'person-types.sql');

export function personTypes(scope: ReportScope): ReportAnswer<PersonTypeRow> {
  return {
    table: personTypeTable,
    scope,
    rows: rowsOf(scope, statement, {}),
    describe: () => ({ filters: [] }),
  };
}

/** @throws Problem invalid-request naming person types that no member with access has */
export async function requireKnownPersonTypes(
  scope: ReportScope,
  given: readonly string[],
): Promise<void> {
  if (given.length === 0) return;
  const rows = await scope.reads.query(statement);
  const known = new Set(rows.map(({ personType }) => personType));
  const faults = given.flatMap((type, index) => {
    const message = `names ${type}, which is not a person type of this organization; GET /reporting/achievement-gaps/person-types lists them`;
    return known.has(type) ? [] : [{ field: `personTypes[${index}]`, message }];
  });
  if (faults.length > 0) throw invalidFields(faults);
}
