import { streamResponse } from '@platform/http';
import { Get, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { RequestController } from '../http/request-controller';
import { EXPORT_TYPES, ExportFormat } from './export.dto';
import { templateXlsx, templateZip } from './template';

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
  public async getTemplate(@Query() format: ExportFormat = ExportFormat.Zip): Promise<string> {
    const response = this.request.res!;
    response.attachment(`records-template.${format}`);
    await streamResponse(response, () =>
      format === ExportFormat.Xlsx ? templateXlsx() : templateZip(),
    );
    return this.sent;
  }
}
