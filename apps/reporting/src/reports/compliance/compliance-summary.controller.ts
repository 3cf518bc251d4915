import {
  Body,
  Get,
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
import type { MeasurementReference } from './compliance.dto';
import { complianceSummary, readSummaryFilter, summaryTable } from './compliance-summary';
import type { ComplianceSummary, ComplianceSummaryRequest } from './compliance-summary.dto';
import { measurements } from './measurements';

@Route('reporting/compliance-summaries')
@Tags('Reports')
@Middlewares(...documentedInput)
export class ComplianceSummaryController extends ReportController {
  /**
   * How people stand against what is required of them, calculated now: one row for each person, department
   * and measurement. Name at least one department, or members together with measurements.
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
    const { reports, clock } = this.context;
    const { organization } = this;
    const asOf = clock();
    const { filter, filters } = await readSummaryFilter(reports, organization, body, asOf);
    return this.sendTable({
      format,
      table: summaryTable,
      asOf,
      filters,
      batches: signal => complianceSummary(reports, organization, filter, signal),
    });
  }

  /**
   * The twelve of them, in the order of their keys.
   * @summary List the measurements
   */
  @Get('measurements')
  @Security('Credential', ['organization', 'developer'])
  @SuccessResponse(200, 'The measurements')
  public listMeasurements(): MeasurementReference[] {
    return measurements.map(({ key, name }) => ({ key, name }));
  }
}
