import { Get, Middlewares, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { documentedInput } from '../../controller';
import { formatTimestamp } from '../../wire-format';
import { Report, ReportController } from '../report';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import { toObject } from '../table/json';
import {
  complianceOverview,
  type DepartmentComplianceRow,
  overviewTable,
} from './compliance-overview';
import type { ComplianceOverview, DepartmentCompliance } from './compliance-overview.dto';
import { SummaryProfileCondition } from './compliance-summary.dto';

const toDepartmentCompliance = toObject<DepartmentCompliance, DepartmentComplianceRow>(
  overviewTable.columns,
);

@Route('reporting/compliance-overview')
@Tags('Reports')
@Middlewares(...documentedInput)
export class ComplianceOverviewController extends ReportController {
  /**
   * How each department stands by each measurement, calculated now: the sums of the rows of the compliance
   * summary with its defaults.
   * @summary Compare departments
   * @param profileCondition Which profiles count: `all`, those that require compliance (`compliance`), or the primary ones (`primary`).
   * @param format `json`, or a file: `csv`, `xlsx`.
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The departments', FORMAT_TYPES)
  @Report()
  public async getComplianceOverview(
    @Query() profileCondition: SummaryProfileCondition = SummaryProfileCondition.Compliance,
    @Query() format: Format = Format.Json,
  ): Promise<ComplianceOverview> {
    const { reports, clock } = this.context;
    const filter = { profileCondition, now: clock() };
    const batches = (signal: AbortSignal) =>
      complianceOverview(reports, this.organization, filter, signal);
    if (format !== Format.Json) {
      return this.sendTable({
        format,
        table: overviewTable,
        asOf: filter.now,
        filters: [['Profiles', profileCondition]],
        batches,
      });
    }
    const rows: DepartmentCompliance[] = [];
    for await (const batch of batches(this.signal)) rows.push(...batch.map(toDepartmentCompliance));
    return { asOf: formatTimestamp(filter.now), rows };
  }
}
