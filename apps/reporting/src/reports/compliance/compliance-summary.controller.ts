import { Body, Get, Post, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { MeasurementReference } from '../../compliance/compliance.dto';
import { listMeasurements } from '../references';
import { LargeReportController, Report } from '../report-controller';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import { complianceSummary } from './compliance-summary';
import type { ComplianceSummary, ComplianceSummaryRequest } from './compliance-summary.dto';

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
