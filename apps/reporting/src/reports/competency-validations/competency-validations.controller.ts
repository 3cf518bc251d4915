import { Get, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type {
  Instant,
  PageCursor,
  PageNumber,
  PageSize,
  SearchText,
  Uuid,
} from '../../http/wire-format';
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
    @Query() q?: SearchText,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
    @Query() after?: PageCursor,
    @Query() format: Format = Format.Json,
  ): Promise<CompetencyValidationPage> {
    const request = { departments, members, status, expiresBefore, q };
    const answer = await competencyValidations(this.scope, request);
    return this.send(answer, { format, page, pageSize, after });
  }
}
