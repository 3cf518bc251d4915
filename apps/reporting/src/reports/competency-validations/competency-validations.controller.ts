import { Get, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Uuid } from '../../http/identifiers';
import type { Instant } from '../../http/times';
import { Report, ReportController } from '../report-controller';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import { competencyValidations } from './competency-validations';
import type { CompetencyStanding, CompetencyValidationPage } from './competency-validations.dto';

@Route('reporting/competency-validations')
@Tags('Reports')
export class CompetencyValidationsController extends ReportController {
  /**
   * What is recorded of the competencies of the members that directory-contacts lists, as it stands now: a
   * page of it, or all of it as CSV or XLSX.
   * @summary List competency validations
   * @param departments Only members who are in one of these departments as more than an employee; repeat it for several.
   * @param members Only these members; repeat it for several.
   * @param status Only what stands so now.
   * @param expiresBefore Only what expires before this instant, ISO 8601 with its offset; what never expires does not.
   * @param q Only members whose name has every word of this, in any order, or whose code contains it.
   * @minLength q 1
   * @maxLength q 200
   * @pattern q ^[^\u0000]*$ must not hold NUL
   * @param page The page, from 1; below it is read as 1.
   * @isInt page must be a whole number
   * @param after The cursor of the next page, from the `Link` header of a page of the same request. Rows that others gain or lose between two pages do not shift it. Replaces `page`.
   * @maxLength after 4000
   * @pattern after ^[A-Za-z0-9_-]+$ must be a cursor
   * @param pageSize How many a page holds, 1 to 200; out of range is corrected.
   * @isInt pageSize must be a whole number
   * @param format `json`, or a file of every row: `csv`, `xlsx`.
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'What is recorded', FORMAT_TYPES)
  @Report()
  public async listCompetencyValidations(
    @Query() departments?: Uuid[],
    @Query() members?: Uuid[],
    @Query() status?: CompetencyStanding,
    @Query() expiresBefore?: Instant,
    @Query() q?: string,
    @Query() page = 1,
    @Query() pageSize = 25,
    @Query() after?: string,
    @Query() format: Format = Format.Json,
  ): Promise<CompetencyValidationPage> {
    const request = { departments, members, status, expiresBefore, q };
    const answer = await competencyValidations(this.scope, request);
    return this.send(answer, { format, page, pageSize, after });
  }
}
