import { Get, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Uuid } from '../../http/identifiers';
import type { Instant } from '../../http/times';
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
    @Query() q?: string,
    @Query() page = 1,
    @Query() pageSize = 25,
    @Query() after?: string,
    @Query() format: Format = Format.Json,
  ): Promise<ExpirationPage> {
    const request = { days, from, to, kinds, requiredOnly, departments, members, q };
    const answer = await expirations(this.scope, request);
    return this.send(answer, { format, page, pageSize, after });
  }
}
