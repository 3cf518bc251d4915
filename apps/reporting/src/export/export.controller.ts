import { streamResponse } from '@platform/http';
import { Get, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { RequestController } from '../http/request-controller';
import type { Uuid } from '../http/wire-format';
import { ReportController } from '../reports/report-controller';
import { organizationScope } from '../reports/report-reads';
import { XLSX } from '../reports/table/format.dto';
import { templateXlsx, templateZip } from './template';
import { recordsXlsx, recordsZip } from './write-records';

/** The format of exported records: a zip of CSV files or a workbook. */
type ExportFormat = 'zip' | 'xlsx';

/** The media types of the formats. */
const EXPORT_TYPES = ['application/zip', XLSX];

@Route('sync/export')
@Tags('Imports')
export class ExportController extends ReportController {
  /**
   * Exports a consistent snapshot of an organization's records in import format: importing it again changes nothing.
   * Includes its members' accounts; omits the history of departments and members that no longer exist.
   * @summary Export records
   * @param companyId The organization's ID; alternatively, send X-Company.
   * @param format `zip` with a CSV file per table, or `xlsx` with a sheet per table.
   */
  @Get()
  @Security('Credential', ['organization', 'operator'])
  @SuccessResponse(200, 'The records', EXPORT_TYPES)
  public async exportRecords(
    @Query() companyId?: Uuid,
    @Query() format: ExportFormat = 'zip',
  ): Promise<string> {
    const { organization, context, signal } = this;
    const day = context.clock().toISOString().slice(0, 10);
    const scope = organizationScope(organization);
    // Not from a standby, which may lag behind an import: exports are edited and imported again.
    const db = context.reports.primary;
    const from = { db, organization: organization.id, scope, signal };
    const response = this.request.res!;
    await this.runReport(() => {
      response.attachment(`records-${organization.handle}-${day}.${format}`);
      return streamResponse(response, format === 'xlsx' ? recordsXlsx(from) : recordsZip(from));
    });
    return this.sent;
  }
}

@Route('sync/template')
@Tags('Imports')
export class TemplateController extends RequestController {
  /**
   * Returns every table of an import with an example row and a description of each column. The template itself can be
   * imported.
   * @summary Get an import template
   * @param format `zip` with a CSV file per table, or `xlsx` with a sheet per table.
   */
  @Get()
  @Security('Credential', ['operator'])
  @SuccessResponse(200, 'The template', EXPORT_TYPES)
  public async getTemplate(@Query() format: ExportFormat = 'zip'): Promise<string> {
    const response = this.request.res!;
    response.attachment(`records-template.${format}`);
    const isWorkbook = format === 'xlsx';
    await streamResponse(response, isWorkbook ? templateXlsx() : templateZip());
    return this.sent;
  }
}
