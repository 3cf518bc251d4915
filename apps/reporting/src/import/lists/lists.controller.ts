import {
  Body,
  Delete,
  Get,
  Middlewares,
  Path,
  Post,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { recordRead } from '../../audit/audited-access';
import { documentedParameters } from '../../http/documented-input';
import { readPage } from '../../http/pages';
import { OperationController, RequestController } from '../../http/request-controller';
import type { PageNumber, PageSize, ProblemDetails } from '../../http/wire-format';
import { XLSX } from '../../reports/table/format.dto';
import { receiveUpload, refuseUnreadable } from '../uploads/receive-upload';
import { previewFile } from './preview';
import type { ListPreview } from './previews.dto';
import { deleteSource, getSource, listSources, putSource } from './sources';
import type { ListSource, ListSourcePage, SourceDefinition, SourceName } from './sources.dto';

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

@Route('records/sources')
@Tags('Imports')
@Security('Credential', ['organization', 'records'])
export class SourcesController extends RequestController {
  /**
   * Lists the sources, which define how the organization's own lists are read, by name.
   * @summary List sources
   */
  @Get()
  @SuccessResponse(200, 'A page of sources')
  public async listSources(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
  ): Promise<ListSourcePage> {
    await recordRead(this);
    return listSources(this.context.db, this.organization.id, readPage(page, pageSize));
  }

  /**
   * @summary Get a source
   * @param name The source's name.
   */
  @Get('{name}')
  @SuccessResponse(200, 'The source')
  @Response<ProblemDetails>(404, 'The organization has no such source')
  public async getSource(@Path() name: SourceName): Promise<ListSource> {
    await recordRead(this);
    return getSource(this.context.db, this.organization.id, name);
  }

  /**
   * Adds or replaces a source. The people named in its previous imports stay known.
   * @summary Set a source
   * @param name The source's name.
   */
  @Put('{name}')
  @SuccessResponse(200, 'The source')
  @Response<ProblemDetails>(409, 'The organization already has 100 sources')
  public async putSource(
    @Path() name: SourceName,
    @Body() body: SourceDefinition,
  ): Promise<ListSource> {
    return putSource(this.context.db, this.named(name), body);
  }

  /**
   * Records from its imports stay.
   * @summary Delete a source
   * @param name The source's name.
   */
  @Delete('{name}')
  @SuccessResponse(204, 'The source is deleted')
  @Response<ProblemDetails>(404, 'The organization has no such source')
  public async deleteSource(@Path() name: SourceName): Promise<void> {
    await deleteSource(this.context.db, this.named(name));
  }

  private named(name: string) {
    return { companyId: this.organization.id, name, doneBy: this.doneBy };
  }
}
