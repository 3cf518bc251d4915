import { Get, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { Report, ReportController } from '../report-controller';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import { complianceHeadline, complianceOverview } from './compliance-overview';
import type { ComplianceHeadline, ComplianceOverview } from './compliance-overview.dto';
import { SummaryProfileCondition } from './compliance-summary.dto';

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
