import {
  Body,
  Header,
  Post,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { LargeReportController, Report } from '../report-controller';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import { complianceTrends } from './compliance-trends';
import type { ComplianceTrend, ComplianceTrendRequest } from './compliance-trends.dto';

@Route('reporting/compliance-trends')
@Tags('Reports')
export class ComplianceTrendsController extends LargeReportController {
  /**
   * How departments stood, month by month: the last of a month's weekly snapshots. It need not match the
   * compliance summary, which is calculated when it is asked for. A month without a snapshot has no rows.
   * @summary How compliance changed
   * @param ifNoneMatch The ETag of an earlier response: 304 without a body if the report is still the same. Only months that are over have one.
   */
  @Post()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The months', FORMAT_TYPES)
  @Response(304, 'The report of If-None-Match')
  @Report()
  public async getComplianceTrends(
    @Body() body: ComplianceTrendRequest,
    @Query() format: Format = Format.Json,
    @Header('If-None-Match') ifNoneMatch?: string,
  ): Promise<ComplianceTrend[]> {
    return this.send(await complianceTrends(this.scope, body), { format, ifNoneMatch });
  }
}
