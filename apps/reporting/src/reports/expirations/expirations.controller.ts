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
import { expirations } from './expirations';
import type { ExpirationKind, ExpirationPage } from './expirations.dto';

@Route('reporting/expirations')
@Tags('Reports')
export class ExpirationsController extends ReportController {
  /**
   * Returns a page of the achievements and competencies of members that expire within a window, soonest first, and
   * counts of the whole selection; CSV and XLSX contain all of them. For the past, those that expired and are still
   * expired.
   * @summary List expirations
   * @param days The length of the window from now, in days of 24 hours, 1 to 366. Defaults to 90 without `from` and `to`.
   * @isInt days must be a whole number from 1 to 366
   * @minimum days 1 must be a whole number from 1 to 366
   * @maximum days 366 must be a whole number from 1 to 366
   * @param from The start of the window (exclusive), ISO 8601 with an offset. Requires `to`, and replaces `days`.
   * @param to The end of the window (inclusive), at most 366 days after `from`.
   * @param kinds `achievement` or `competency`; repeat it for both. Defaults to both.
   * @param requiredOnly If `false`, also lists expirations that are not required of the member.
   * @param departments Only members with a function other than Employee in one of these departments; repeat it for several.
   * @param members Only these members; repeat it for several.
   * @param q Only members whose name contains all of these words, in any order, or whose code contains the text.
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The expirations', FORMAT_TYPES)
  public listExpirations(
    @Query() days?: number,
    @Query() from?: Instant,
    @Query() to?: Instant,
    @Query() kinds?: ExpirationKind[],
    @Query() requiredOnly: boolean = true,
    @Query() departments?: Uuid[],
    @Query() members?: Uuid[],
    @Query() q?: SearchText,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
    @Query() after?: PageCursor,
    @Query() format: Format = 'json',
  ): Promise<ExpirationPage> {
    const request = { days, from, to, kinds, requiredOnly, departments, members, q };
    return this.report({ format, page, pageSize, after }, () => expirations(this.scope, request));
  }
}
