import {
  Body,
  Middlewares,
  Post,
  Query,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { documentedInput } from '../../controller';
import { Report, ReportController } from '../report';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import { complianceTrends, readTrendFilter, trendTable } from './compliance-trends';
import type { ComplianceTrend, ComplianceTrendRequest } from './compliance-trends.dto';

@Route('reporting/compliance-trends')
@Tags('Reports')
@Middlewares(...documentedInput)
export class ComplianceTrendsController extends ReportController {
  /**
   * How departments stood, month by month: the last of a month's weekly snapshots. It need not match the
   * compliance summary, which is calculated when it is asked for. A month without a snapshot has no rows.
   * @summary How compliance changed
   * @param format `json`, or a file: `csv`, `xlsx`.
   */
  @Post()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The months', FORMAT_TYPES)
  @Report()
  public async getComplianceTrends(
    @Body() body: ComplianceTrendRequest,
    @Query() format: Format = Format.Json,
  ): Promise<ComplianceTrend[]> {
    const { reports, clock } = this.context;
    const { organization } = this;
    const asOf = clock();
    const { filter, filters } = await readTrendFilter(reports, organization, body, asOf);
    return this.sendTable({
      format,
      table: trendTable,
      asOf,
      filters,
      batches: signal => complianceTrends(reports, organization, filter, signal),
    });
  }
}
