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
import { expirations } from './expirations';
import type { ExpirationKind, ExpirationPage } from './expirations.dto';

@Route('reporting/expirations')
@Tags('Reports')
export class ExpirationsController extends ReportController {
  /**
   * The achievements and competencies that members lose within a window of time, soonest first: a page of them
   * and the whole selection counted, or all of them as CSV or XLSX. Of the past, what expired and is still expired.
   * @summary List expirations
   * @param days The window is the next so many days of 24 hours, 1 to 366. Omitted, with `from` and `to`: 90.
   * @isInt days must be a whole number from 1 to 366
   * @minimum days 1 must be a whole number from 1 to 366
   * @maximum days 366 must be a whole number from 1 to 366
   * @param from The window begins after this instant, ISO 8601 with its offset; with `to`, instead of `days`.
   * @param to The window ends with this instant, at most 366 days after `from`.
   * @param kinds What expires: `achievement`, `competency`; repeat it for both. Omitted: both.
   * @param requiredOnly `false` also lists what is not required of the member.
   * @param departments Only members who are in one of these departments as more than an employee; repeat it for several.
   * @param members Only these members; repeat it for several.
   * @param q Only members whose name has every word of this, in any order, or whose code contains it.
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'What expires', FORMAT_TYPES)
  @Report()
  public async listExpirations(
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
    @Query() format: Format = Format.Json,
  ): Promise<ExpirationPage> {
    const request = { days, from, to, kinds, requiredOnly, departments, members, q };
    const answer = await expirations(this.scope, request);
    return this.send(answer, { format, page, pageSize, after });
  }
}
