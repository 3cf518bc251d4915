import { prepend, streamResponse } from '@platform/http';
import { Get, Middlewares, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { documentedInput } from '../http/documented-input';
import type { Uuid } from '../http/identifiers';
import { Report, ReportController } from '../reports/report-controller';
import { organizationScope } from '../reports/servers/report-reads';
import { EXPORT_TYPES, ExportFormat } from './export.dto';
import { recordsXlsx, recordsZip } from './write-records';

@Route('sync/export')
@Tags('Imports')
@Middlewares(...documentedInput)
export class ExportController extends ReportController {
  /**
   * All that an import reads, of one organization and one instant: importing it again changes nothing. Accounts are
   * those of its members. History of departments and members that are no more is left out.
   * @summary Export records
   * @param companyId The organization; X-Company may name it, too.
   * @param format `zip` with a CSV file for each table, or `xlsx` with a sheet for each.
   */
  @Get()
  @Security('Credential', ['organization', 'operator'])
  @SuccessResponse(200, 'The records', EXPORT_TYPES)
  @Report()
  public async exportRecords(
    @Query() companyId?: Uuid,
    @Query() format: ExportFormat = ExportFormat.Zip,
  ): Promise<string> {
    const { organization, context } = this;
    const day = context.clock().toISOString().slice(0, 10);
    const response = this.request.res!;
    await streamResponse(response, async function* (signal) {
      const scope = organizationScope(organization);
      // Not a standby's: it is changed and imported again, over what an import has just written.
      const db = context.reports.primary;
      const from = { db, organization: organization.id, scope, signal };
      const pieces = format === ExportFormat.Xlsx ? recordsXlsx(from) : recordsZip(from);
      try {
        // An error before the first piece is an answer of its own.
        const first = await pieces.next();
        response.attachment(`records-${organization.handle}-${day}.${format}`);
        yield* prepend(first, pieces);
      } finally {
        await pieces.return(undefined);
      }
    });
    return this.sent;
  }
}
