import { Middlewares, Post, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { documentedParameters } from '../../http/documented-input';
import { OperationController } from '../../http/request-controller';
import type { ProblemDetails } from '../../http/wire-format';
import { XLSX } from '../../reports/table/format.dto';
import { receiveUpload, refuseUnreadable } from '../uploads/receive-upload';
import { previewFile } from './preview';
import type { ListPreview } from './previews.dto';

@Route('records/previews')
@Tags('Imports')
@Middlewares(documentedParameters)
export class PreviewsController extends OperationController {
  /**
   * The body is one file, an Excel workbook or CSV. It is not stored. Only the beginning of a large file is read.
   * @summary Preview a list
   */
  @Post()
  @Security('Credential', ['records'])
  @SuccessResponse(200, 'The content of the file, and how it could be read')
  @Response<ProblemDetails>(413, 'The file exceeds IMPORT_MAX_BYTES')
  public async previewList(): Promise<ListPreview> {
    const { context, request } = this;
    const { importMaxBytes } = context.config;
    return context.slots.uploads.run({}, async () => {
      const { file } = await receiveUpload(context, request);
      try {
        return await previewFile(file.fd, {
          maxBytes: importMaxBytes,
          isWorkbook: request.is(XLSX) === XLSX,
        }).catch(refuseUnreadable);
      } finally {
        await file.close();
      }
    });
  }
}
