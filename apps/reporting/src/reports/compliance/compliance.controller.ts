import {
  Body,
  Get,
  Header,
  Post,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { MeasurementReference } from '../../compliance/compliance.dto';
import { listMeasurements } from '../references';
import { LargeReportController, Report, ReportController } from '../report-controller';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import { complianceHeadline, complianceOverview } from './compliance-overview';
import type { ComplianceHeadline, ComplianceOverview } from './compliance-overview.dto';
import { complianceSummary } from './compliance-summary';
import {
  type ComplianceSummary,
  type ComplianceSummaryRequest,
  SummaryProfileCondition,
} from './compliance-summary.dto';
import { complianceTrends } from './compliance-trends';
import type { ComplianceTrend, ComplianceTrendRequest } from './compliance-trends.dto';

@Route('reporting/compliance-overview')
@Tags('Reports')
export class ComplianceOverviewController extends ReportController {
  /**
   * How each department stands by each measurement, calculated now: the sums of the rows of the compliance
   * summary with its defaults.
   * @summary Compare departments
   * @param profileCondition Which profiles count: `all`, those that require compliance (`compliance`), or the primary ones (`primary`).
   * @param figures Whether JSON also has the organization in a few figures (`headline`) and what they are compared with (`past`).
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The departments', FORMAT_TYPES)
  @Report()
  public async getComplianceOverview(
    @Query() profileCondition: SummaryProfileCondition = SummaryProfileCondition.Compliance,
    @Query() figures: boolean = false,
    @Query() format: Format = Format.Json,
  ): Promise<ComplianceOverview> {
    const options = { figures: figures && format === Format.Json };
    return this.send(await complianceOverview(this.scope, profileCondition, options), { format });
  }

  /**
   * How many people are reported on, and what is required of them and expires within 30 days or has lapsed in the last 30
   * days: the counts of List expirations, in one call.
   * @summary Count people and expirations
   */
  @Get('headline')
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The figures')
  @Report()
  public getComplianceHeadline(): Promise<ComplianceHeadline> {
    return complianceHeadline(this.scope);
  }
}

@Route('reporting/compliance-summaries')
@Tags('Reports')
export class ComplianceSummaryController extends LargeReportController {
  /**
   * How people stand against what is required of them, calculated now: one row for each person, department
   * and measurement. Specify at least one department, or members together with measurements.
   * @summary Summarize compliance
   * @param format `csv` and `xlsx` come as a file.
   */
  @Post()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The rows', FORMAT_TYPES)
  @Report()
  public async summarizeCompliance(
    @Body() body: ComplianceSummaryRequest,
    @Query() format: Format = Format.Json,
  ): Promise<ComplianceSummary[]> {
    return this.send(await complianceSummary(this.scope, body), { format });
  }

  /**
   * The twelve of them, in the order of their keys, as the organization calls them, if one is given (see
   * `measurements.csv` of an import); else by their own names.
   * @summary List the measurements
   */
  @Get('measurements')
  @Security('Credential', ['developer'])
  @SuccessResponse(200, 'The measurements', FORMAT_TYPES)
  public listMeasurements(@Query() format: Format = Format.Json): Promise<MeasurementReference[]> {
    return this.send(listMeasurements(this.caller.organization, this.context.clock()), { format });
  }
}

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
