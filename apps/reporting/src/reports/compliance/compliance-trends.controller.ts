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
import { largeInput } from '../../http/documented-input';
import { Report, ReportController } from '../report-controller';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import { complianceTrends } from './compliance-trends';
import type { ComplianceTrend, ComplianceTrendRequest } from './compliance-trends.dto';

@Route('reporting/compliance-trends')
@Tags('Reports')
@Middlewares(...largeInput)
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
    return this.send(await complianceTrends(this.scope, body), { format });
  }
}
