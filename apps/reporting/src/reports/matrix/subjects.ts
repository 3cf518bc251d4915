import { readStatement } from '@platform/db';
import { type ReportScope, rowsOf } from '../report-reads';
import { findSelection, listText } from '../selection';
import type { ReportAnswer } from '../send-report';
import { reportTable } from '../table/report-table';
import type { MatrixSubject, SubjectKind } from './matrix.dto';

export interface SubjectRequest {
  readonly kinds?: readonly SubjectKind[] | undefined;
  readonly departments?: readonly string[] | undefined;
  readonly q?: string | undefined;
}

const subjectTable = reportTable<MatrixSubject>({
  name: 'matrix-subjects',
  title: 'Subjects of the matrix',
  schema: 'MatrixSubject',
  list: 'items',
  columns: { kind: 'text', id: 'text', number: 'text', name: 'text' },
});

const statement = readStatement<MatrixSubject>(__dirname, 'subjects.sql');

/**
 * Lists the achievements, competencies and profiles by which the matrix can be filtered, sorted by name.
 * @throws Problem invalid-request naming unknown departments
 */
export async function matrixSubjects(
  scope: ReportScope,
  { kinds = ['achievement', 'competency', 'profile'], departments, q }: SubjectRequest,
): Promise<ReportAnswer<MatrixSubject>> {
  // Releases the connection before the list waits for its slot, and if departments are unknown.
  const { selection, names } = await scope.reads.during(() =>
    findSelection(scope, { departments }),
  );
  return {
    table: subjectTable,
    scope,
    rows: rowsOf(scope, statement, { departments: selection.departments, kinds, q: q ?? null }),
    describe: () => ({
      filters: [
        ['Kinds', kinds.join(', ')],
        ['Departments of profiles', listText(names.departments)],
        ['Search', q ?? 'any'],
      ],
    }),
  };
}
