import { Get, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type {
  Instant,
  PageCursor,
  PageNumber,
  PageSize,
  SearchText,
  Uuid,
} from '../../http/wire-format';
import { ReportController } from '../report-controller';
import { FORMAT_TYPES, type Format } from '../table/format.dto';
import { competencyValidations } from './competency-validations';
import type { CompetencyStanding, CompetencyValidationPage } from './competency-validations.dto';

@Route('reporting/competency-validations')
@Tags('Reports')
export class CompetencyValidationsController extends ReportController {
  /**
   * Returns a page of the recorded competencies of the members in directory contacts, with their current status; CSV
   * and XLSX contain all of them.
   * @summary List competency validations
   * @param departments Only members with a function other than Employee in one of these departments; repeat it for several.
   * @param members Only these members; repeat it for several.
   * @param status Only competencies with this current status.
   * @param expiresBefore Only competencies that expire before this time (ISO 8601 with an offset). Excludes those that never expire.
   * @param q Only members whose name contains all of these words, in any order, or whose code contains the text.
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The competency validations', FORMAT_TYPES)
  public listCompetencyValidations(
    @Query() departments?: Uuid[],
    @Query() members?: Uuid[],
    @Query() status?: CompetencyStanding,
    @Query() expiresBefore?: Instant,
    @Query() q?: SearchText,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
    @Query() after?: PageCursor,
    @Query() format: Format = 'json',
  ): Promise<CompetencyValidationPage> {
    const request = { departments, members, status, expiresBefore, q };
    return this.report({ format, page, pageSize, after }, () =>
      competencyValidations(this.scope, request),
    );
  }
}
