import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import type { PageRequest } from '../../wire-format';
import { runWithin, streamWithin } from '../organization-scope';
import type { Selection } from '../selection';
import type { RowOf } from '../table/columns';
import { toObject } from '../table/json';
import { reportTable } from '../table/report-table';
import type {
  CompetencyStanding,
  CompetencyValidation,
  CompetencyValidationPage,
} from './competency-validations.dto';

export interface ValidationFilter extends Selection {
  /** The standing now. */
  readonly status: CompetencyStanding | null;
  readonly expiresBefore: Date | null;
  readonly q: string | null;
  /** The instant at which standings are judged. */
  readonly now: Date;
}

/** What is recorded; `total` counts all of it where a page is read. */
export type ValidationRow = RowOf<CompetencyValidation, 'validatedAt' | 'expiresAt'> & {
  total: number | null;
};

/** The report's columns, in the order of CSV. */
export const validationTable = reportTable<ValidationRow>({
  name: 'competency-validations',
  title: 'Competency validations',
  schema: 'CompetencyValidation',
  columns: {
    memberId: 'text',
    memberName: 'text',
    competencyId: 'text',
    competencyNumber: 'text',
    competencyName: 'text',
    criticality: 'text',
    status: 'text',
    validatedAt: 'timestamp',
    expiresAt: 'timestamp',
    validatorId: 'text',
    validatorName: 'text',
  },
});

const toValidation = toObject<CompetencyValidation, ValidationRow>(validationTable.columns);

const statement = readStatement<ValidationRow>(__dirname, 'competency-validations.sql');

/** A page of what is recorded of the members reported on. */
export async function findValidations(
  db: Database,
  organization: Organization,
  filter: ValidationFilter,
  { page, pageSize, offset }: PageRequest,
  signal: AbortSignal,
): Promise<CompetencyValidationPage> {
  const read = (limit: number, from: number) =>
    runWithin(db, organization, statement, { ...filter, limit, offset: from }, { signal });
  const rows = await read(pageSize, offset);
  // Past the end there is no row to tell the total.
  const [counted] = rows.length > 0 || offset === 0 ? rows : await read(1, 0);
  return { items: rows.map(toValidation), total: counted?.total ?? 0, page, pageSize };
}

/** All of it, in batches. */
export function streamValidations(
  db: Database,
  organization: Organization,
  filter: ValidationFilter,
  signal: AbortSignal,
): AsyncGenerator<ValidationRow[]> {
  const everything = { ...filter, limit: null, offset: 0 };
  return streamWithin(db, organization, statement, everything, { signal });
}
