import { Get, Middlewares, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { documentedInput } from '../../controller';
import type { Uuid } from '../../wire-format';
import { readPage } from '../../wire-format';
import { Report, ReportController } from '../report';
import { findSelection, selectionFilters } from '../selection';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import { expirationTable, findExpirations, streamExpirations } from './expirations';
import { ExpirationKind, type ExpirationPage } from './expirations.dto';

const DAY = 86_400_000;

@Route('reporting/expirations')
@Tags('Reports')
@Middlewares(...documentedInput)
export class ExpirationsController extends ReportController {
  /**
   * The achievements and competencies that members lose within the next days, soonest first: a page of them
   * and the whole selection counted, or all of them as CSV or XLSX.
   * @summary List expirations
   * @param days The length of the window in days of 24 hours, 1 to 366.
   * @isInt days must be a whole number from 1 to 366
   * @minimum days 1 must be a whole number from 1 to 366
   * @maximum days 366 must be a whole number from 1 to 366
   * @param kinds What expires: `achievement`, `competency`; repeat it for both. Omitted: both.
   * @param requiredOnly `false` also lists what is not required of the member.
   * @param departments Only members who are in one of these departments as more than an employee; repeat it for several.
   * @param members Only these members; repeat it for several.
   * @param q Only members whose name has every word of this, in any order.
   * @minLength q 1
   * @maxLength q 200
   * @pattern q ^[^\u0000]*$ must not hold NUL
   * @param page The page, from 1; below it is read as 1.
   * @isInt page must be a whole number
   * @param pageSize How many a page holds, 1 to 200; out of range is corrected.
   * @isInt pageSize must be a whole number
   * @param format `json`, or a file of every row: `csv`, `xlsx`.
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'What expires', FORMAT_TYPES)
  @Report()
  public async listExpirations(
    @Query() days: number = 90,
    @Query() kinds?: ExpirationKind[],
    @Query() requiredOnly: boolean = true,
    @Query() departments?: Uuid[],
    @Query() members?: Uuid[],
    @Query() q?: string,
    @Query() page = 1,
    @Query() pageSize = 25,
    @Query() format: Format = Format.Json,
  ): Promise<ExpirationPage> {
    const { organization } = this;
    const { reports, clock } = this.context;
    const now = clock();
    const { selection, names } = await findSelection(reports, organization, {
      departments,
      members,
    });
    const filter = {
      ...selection,
      kinds: kinds ?? Object.values(ExpirationKind),
      requiredOnly,
      q: q ?? null,
      now,
      until: new Date(now.getTime() + days * DAY),
    };
    if (format === Format.Json) {
      const asked = readPage(page, pageSize);
      return findExpirations(reports, organization, filter, asked, this.signal);
    }
    return this.sendTable({
      format,
      table: expirationTable,
      asOf: now,
      filters: [
        ['Days', String(days)],
        ['Kinds', filter.kinds.join(', ')],
        ['Required only', requiredOnly ? 'Yes' : 'No'],
        ...selectionFilters(names),
        ['Words of the name', q ?? 'any'],
      ],
      batches: signal => streamExpirations(reports, organization, filter, signal),
    });
  }
}
