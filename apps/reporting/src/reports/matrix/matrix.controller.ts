import { Body, Get, Post, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { recordRead } from '../../audit/audited-access';
import type { PageNumber, PageSize, SearchText, Uuid } from '../../http/wire-format';
import { LargeReportController } from '../report-controller';
import { FORMAT_TYPES, type Format } from '../table/format.dto';
import { matrix } from './matrix';
import type { Matrix, MatrixRequest, MatrixSubjectPage, SubjectKind } from './matrix.dto';
import { matrixFile, matrixLines } from './matrix-files';
import { matrixSubjects } from './subjects';

@Route('reporting/matrix')
@Tags('Reports')
export class MatrixController extends LargeReportController {
  /**
   * Returns people by their requirements: a row per person, a column per achievement or competency, and in each cell
   * the current status and expiry. A person in several departments has one row: required in any of them, satisfied in
   * all.
   * @summary Get the training matrix
   * @param format `csv` and `xlsx` contain all people and columns; `ndjson` has a line for each cell.
   */
  @Post()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The matrix', FORMAT_TYPES)
  public getMatrix(@Body() body: MatrixRequest, @Query() format: Format = 'json'): Promise<Matrix> {
    const { scope } = this;
    if (format === 'json') return this.report({ format }, () => matrix(scope, body));
    if (format === 'ndjson') return this.report({ format }, () => matrixLines(scope, body));
    return this.report({ format }, () => matrixFile(scope, body, format));
  }

  /**
   * Returns a page of the achievements, competencies and profiles by which the matrix can be filtered, sorted by
   * name; CSV and XLSX contain all of them.
   * @summary List filters of the matrix
   * @param kinds Only these kinds; repeat it for several. Defaults to all.
   * @param departments Only profiles of people in one of these departments; repeat it for several. Defaults to all that the caller is shown.
   * @param q Only those whose name contains all of these words, in any order, or whose number contains the text.
   */
  @Get('subjects')
  @Security('Credential', ['organization', 'developer', 'report-access'])
  @SuccessResponse(200, 'A page of filters', FORMAT_TYPES)
  public async listMatrixSubjects(
    @Query() kinds?: SubjectKind[],
    @Query() departments?: Uuid[],
    @Query() q?: SearchText,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
    @Query() format: Format = 'json',
  ): Promise<MatrixSubjectPage> {
    await recordRead(this);
    const answer = await matrixSubjects(this.scope, { kinds, departments, q });
    return this.sendList(answer, { format, page, pageSize });
  }
}
