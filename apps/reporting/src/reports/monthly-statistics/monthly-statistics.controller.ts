import {
  Get,
  Header,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { Month, SearchText, Uuid } from '../../http/wire-format';
import { ReportController } from '../report-controller';
import { FORMAT_TYPES, type Format } from '../table/format.dto';
import { monthlyStatistics, monthlyStatisticsHistory } from './monthly-statistics';
import type {
  LegacyMonthlyStatistic,
  MonthlyStatistic,
  MonthlyStatisticOfHistory,
} from './monthly-statistics.dto';

@Route('reporting/monthly-statistics')
@Tags('Reports')
@Security('Credential', ['organization', 'developer', 'report-access', 'report'])
export class MonthlyStatisticsController extends ReportController {
  /**
   * Returns the compliance of people in facility departments with mandatory critical competencies, from the last
   * snapshot of a month. A month without a snapshot has no rows.
   * @summary Get the statistics of a month
   * @param year The calendar year, 1 to 9999.
   * @example year 2026
   * @isInt year must be a whole number from 1 to 9999
   * @minimum year 1 must be a whole number from 1 to 9999
   * @maximum year 9999 must be a whole number from 1 to 9999
   * @param month The month in UTC, 1 to 12.
   * @example month 11
   * @isInt month must be a whole number from 1 to 12
   * @minimum month 1 must be a whole number from 1 to 12
   * @maximum month 12 must be a whole number from 1 to 12
   * @param legacy If `true`, uses the field names of version 4. JSON then omits counts of zero and empty values; CSV and XLSX have all columns.
   * @param departments Only members in these departments; repeat it for several.
   * @param q Only members whose name contains all of these words, in any order, or whose code contains the text.
   * @param requiredOnly If `true`, excludes rows without requirements.
   * @param ifNoneMatch The ETag of an earlier response; 304 without a body if the report has not changed. Only past months have an ETag.
   */
  @Get()
  @SuccessResponse(200, 'The statistics', FORMAT_TYPES)
  @Response(304, 'The report has not changed')
  public getMonthlyStatistics(
    @Query() year: number,
    @Query() month: number,
    @Query() legacy: boolean = false,
    @Query() departments?: Uuid[],
    @Query() q?: SearchText,
    @Query() requiredOnly: boolean = false,
    @Query() format: Format = 'json',
    @Header('If-None-Match') ifNoneMatch?: string,
  ): Promise<(MonthlyStatistic | LegacyMonthlyStatistic)[]> {
    const request = { year, month, legacy, departments, q, requiredOnly };
    return this.report({ format, ifNoneMatch }, () => monthlyStatistics(this.scope, request));
  }

  /**
   * Returns the same rows for every month with a snapshot, each with its month.
   * @summary Get the statistics of several months
   * @param from The first month.
   * @example from "2026-01"
   * @param to The last month.
   * @example to "2026-10"
   * @param departments Only members in these departments; repeat it for several.
   * @param q Only members whose name contains all of these words, in any order, or whose code contains the text.
   * @param requiredOnly If `true`, excludes rows without requirements.
   * @param ifNoneMatch The ETag of an earlier response; 304 without a body if the report has not changed. Only past months have an ETag.
   */
  @Get('history')
  @SuccessResponse(200, 'The statistics', FORMAT_TYPES)
  @Response(304, 'The report has not changed')
  public getMonthlyStatisticsHistory(
    @Query() from: Month,
    @Query() to: Month,
    @Query() departments?: Uuid[],
    @Query() q?: SearchText,
    @Query() requiredOnly: boolean = false,
    @Query() format: Format = 'json',
    @Header('If-None-Match') ifNoneMatch?: string,
  ): Promise<MonthlyStatisticOfHistory[]> {
    const request = { from, to, departments, q, requiredOnly };
    return this.report({ format, ifNoneMatch }, () =>
      monthlyStatisticsHistory(this.scope, request),
    );
  }
}
