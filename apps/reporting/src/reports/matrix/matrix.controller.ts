import { Body, Get, Post, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { Audited } from '../../audit/audited-access';
import type { PageNumber, PageSize, SearchText, Uuid } from '../../http/wire-format';
import { LargeReportController, Report } from '../report-controller';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import { matrix } from './matrix';
import type { Matrix, MatrixRequest, MatrixSubjectPage, SubjectKind } from './matrix.dto';
import { matrixFile, matrixLines } from './matrix-files';
import { matrixSubjects } from './subjects';

@Route('reporting/matrix')
@Tags('Reports')
export class MatrixController extends LargeReportController {
  /**
   * People by what is required of them: a row a person, a column an achievement or a competency, in each cell how it
   * stands now and until when. A person in several departments is one row: required in any of them, satisfied in all.
   * @summary The training matrix
   * @param format `csv` and `xlsx` hold every person and column; `ndjson` has a line for each cell.
   */
  @Post()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The matrix', FORMAT_TYPES)
  @Report()
  public async getMatrix(
    @Body() body: MatrixRequest,
    @Query() format: Format = Format.Json,
  ): Promise<Matrix> {
    const { scope } = this;
    if (format === Format.Json) return this.send(await matrix(scope, body), { format });
    if (format === Format.Ndjson) return this.send(await matrixLines(scope, body), { format });
    return this.send(await matrixFile(scope, body, format), { format });
  }

  /**
   * Achievements, competencies and profiles by name: a page of them, or all of them as CSV or XLSX.
   * @summary List what the matrix is narrowed by
   * @param kinds Only these kinds; repeat it for several. Omitted: all of them.
   * @param departments Only profiles of people in one of these departments; repeat it for several. Omitted: in any that the caller is shown.
   * @param q Only those whose name has every word of this, in any order, or whose number contains it.
   */
  @Get('subjects')
  @Security('Credential', ['organization', 'developer', 'report-access'])
  @SuccessResponse(200, 'A page of them', FORMAT_TYPES)
  @Audited()
  public async listMatrixSubjects(
    @Query() kinds?: SubjectKind[],
    @Query() departments?: Uuid[],
    @Query() q?: SearchText,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
    @Query() format: Format = Format.Json,
  ): Promise<MatrixSubjectPage> {
    const answer = await matrixSubjects(this.scope, { kinds, departments, q });
    return this.sendList(answer, { format, page, pageSize });
  }
}
