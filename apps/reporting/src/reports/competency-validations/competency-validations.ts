import { readStatement } from '@platform/db';
import { readInstant } from '@platform/http/field-values';
import { formatTimestamp, type RowOf } from '../../http/times';
import type { Instant } from '../../http/wire-format';
import { departmentNamesOf } from '../references';
import { type ReportScope, rowsOf } from '../report-reads';
import { findSelection, type SelectionRequest, selectionFilters } from '../selection';
import type { ReportAnswer } from '../send-report';
import { reportTable } from '../table/report-table';
import type { CompetencyStanding, CompetencyValidation } from './competency-validations.dto';

export interface ValidationRequest extends SelectionRequest {
  readonly status?: CompetencyStanding | undefined;
  readonly expiresBefore?: Instant | undefined;
  readonly q?: string | undefined;
}

type ValidationRow = RowOf<CompetencyValidation, 'validatedAt' | 'expiresAt'> & {
  memberEmail: string | null;
  /** Names separated by `; `. */
  departments: string;
};

const validationTable = reportTable<ValidationRow>({
  name: 'competency-validations',
  title: 'Competency validations',
  schema: 'CompetencyValidation',
  list: 'items',
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
    memberEmail: { type: 'text', json: null, meaning: 'The e-mail address of the member.' },
    departments: departmentNamesOf('member'),
    memberCode: 'text',
  },
});

const statements = {
  page: readStatement<ValidationRow>(__dirname, 'competency-validations-page.sql'),
  everything: readStatement<ValidationRow>(__dirname, 'competency-validations.sql'),
};

/**
 * Reports the recorded competencies of the reported members.
 * @throws Problem invalid-request naming unknown IDs or an invalid instant
 */
export async function competencyValidations(
  scope: ReportScope,
  request: ValidationRequest,
): Promise<ReportAnswer<ValidationRow>> {
  const { organization, now } = scope;
  const { status, expiresBefore, q, ...selected } = request;
  const { selection, names } = await findSelection(scope, selected);
  const before = expiresBefore === undefined ? null : readInstant('expiresBefore', expiresBefore);
  const filter = { status: status ?? null, expiresBefore: before, q: q ?? null };
  return {
    table: validationTable,
    scope,
    order: { organization, request, position: ['text', 'text', 'uuid', 'uuid'] },
    rows: rowsOf(scope, statements, { ...selection, ...filter, now }),
    describe: () => ({
      filters: [
        ...selectionFilters(names),
        ['Status', status ?? 'all'],
        ['Expires before', before ? formatTimestamp(before) : 'any time'],
        ['Search', q ?? 'any'],
      ],
    }),
  };
}
