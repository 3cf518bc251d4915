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
import { LargeReportController, ReportController } from '../report-controller';
import { FORMAT_TYPES, type Format } from '../table/format.dto';
import { complianceHeadline, complianceOverview } from './compliance-overview';
import type { ComplianceHeadline, ComplianceOverview } from './compliance-overview.dto';
import { complianceSummary } from './compliance-summary';
import type {
  ComplianceSummary,
  ComplianceSummaryRequest,
  SummaryProfileCondition,
} from './compliance-summary.dto';
import { complianceTrends } from './compliance-trends';
import type { ComplianceTrend, ComplianceTrendRequest } from './compliance-trends.dto';

@Route('reporting/compliance-overview')
@Tags('Reports')
@Security('Credential', ['organization', 'developer', 'report-access', 'report'])
export class ComplianceOverviewController extends ReportController {
  /**
   * Returns the current compliance of each department by measurement: the sums of the rows of the compliance summary
   * with default parameters.
   * @summary Compare departments
   * @param profileCondition Which profiles count: `all`, those that require compliance (`compliance`), or the primary ones (`primary`).
   * @param figures Whether JSON also contains key figures of the organization (`headline`) and earlier months to compare them with (`past`).
   */
  @Get()
  @SuccessResponse(200, 'The departments', FORMAT_TYPES)
  public getComplianceOverview(
    @Query() profileCondition: SummaryProfileCondition = 'compliance',
    @Query() figures: boolean = false,
    @Query() format: Format = 'json',
  ): Promise<ComplianceOverview> {
    const options = { figures: figures && format === 'json' };
    return this.report({ format }, () => complianceOverview(this.scope, profileCondition, options));
  }

  /**
   * Returns the number of reported members, and how many of their requirements expire within 30 days or expired in the
   * last 30 days: the counts of List expirations in one call.
   * @summary Count people and expirations
   */
  @Get('headline')
  @SuccessResponse(200, 'The figures')
  public getComplianceHeadline(): Promise<ComplianceHeadline> {
    return this.runReport(() => complianceHeadline(this.scope));
  }
}

@Route('reporting/compliance-summaries')
@Tags('Reports')
export class ComplianceSummaryController extends LargeReportController {
  /**
   * Returns the current compliance of people with their requirements: one row per person, department and measurement.
   * Specify at least one department, or members together with measurements.
   * @summary Summarize compliance
   * @param format `csv` and `xlsx` return a file.
   */
  @Post()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The rows', FORMAT_TYPES)
  public summarizeCompliance(
    @Body() body: ComplianceSummaryRequest,
    @Query() format: Format = 'json',
  ): Promise<ComplianceSummary[]> {
    return this.report({ format }, () => complianceSummary(this.scope, body));
  }

  /**
   * Returns the twelve measurements, sorted by key, with the names that the organization has imported in
   * `measurements.csv`, if an organization is specified, or otherwise with their default names.
   * @summary List the measurements
   */
  @Get('measurements')
  @Security('Credential', ['developer'])
  @SuccessResponse(200, 'The measurements', FORMAT_TYPES)
  public listMeasurements(@Query() format: Format = 'json'): Promise<MeasurementReference[]> {
    return this.send(listMeasurements(this.caller.organization, this.context.clock()), { format });
  }
}

@Route('reporting/compliance-trends')
@Tags('Reports')
export class ComplianceTrendsController extends LargeReportController {
  /**
   * Returns the compliance of departments by month, from the last weekly snapshot of each month. It can differ from the
   * compliance summary, which is calculated on request. A month without a snapshot has no rows.
   * @summary Compare months
   * @param ifNoneMatch The ETag of an earlier response; 304 without a body if the report has not changed. Only past months have an ETag.
   */
  @Post()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The months', FORMAT_TYPES)
  @Response(304, 'The report has not changed')
  public getComplianceTrends(
    @Body() body: ComplianceTrendRequest,
    @Query() format: Format = 'json',
    @Header('If-None-Match') ifNoneMatch?: string,
  ): Promise<ComplianceTrend[]> {
    return this.report({ format, ifNoneMatch }, () => complianceTrends(this.scope, body));
  }
}
