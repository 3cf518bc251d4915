import {
  Body,
  Delete,
  Get,
  Path,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { readPage } from '../../http/pages';
import { RequestController } from '../../http/request-controller';
import type { PageNumber, PageSize, ProblemDetails, Uuid } from '../../http/wire-format';
import { deleteSource, getSource, listSources, putSource } from './sources';
import type { ListSource, ListSourcePage, SourceDefinition, SourceName } from './sources.dto';

@Route('records/sources')
@Tags('Imports')
export class SourcesController extends RequestController {
  /**
   * How the organization's own lists are read, by name.
   * @summary List sources
   * @param _companyId The organization, for operators and the service key; X-Company may name it, too.
   */
  @Get()
  @Security('Credential', ['organization', 'records'])
  @SuccessResponse(200, 'A page of sources')
  public async listSources(
    @Query('companyId') _companyId?: Uuid,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
  ): Promise<ListSourcePage> {
    return listSources(this.context.db, this.organization.id, readPage(page, pageSize));
  }

  /**
   * @summary Get a source
   * @param name Its name.
   * @param _companyId The organization, for operators and the service key; X-Company may name it, too.
   */
  @Get('{name}')
  @Security('Credential', ['organization', 'records'])
  @SuccessResponse(200, 'The source')
  @Response<ProblemDetails>(404, 'The organization has no such source')
  public async getSource(
    @Path() name: SourceName,
    @Query('companyId') _companyId?: Uuid,
  ): Promise<ListSource> {
    return getSource(this.context.db, this.organization.id, name);
  }

  /**
   * Replaces a source, or adds it. Who was named by its imports stays known.
   * @summary Set a source
   * @param name Its name.
   * @param _companyId The organization, for operators and the service key; X-Company may name it, too.
   */
  @Put('{name}')
  @Security('Credential', ['organization', 'records'])
  @SuccessResponse(200, 'The source')
  @Response<ProblemDetails>(409, 'The organization has 100 sources')
  public async putSource(
    @Path() name: SourceName,
    @Body() body: SourceDefinition,
    @Query('companyId') _companyId?: Uuid,
  ): Promise<ListSource> {
    return putSource(this.context.db, this.named(name), body);
  }

  /**
   * What its imports made stays.
   * @summary Delete a source
   * @param name Its name.
   * @param _companyId The organization, for operators and the service key; X-Company may name it, too.
   */
  @Delete('{name}')
  @Security('Credential', ['organization', 'records'])
  @SuccessResponse(204, 'The source is deleted')
  @Response<ProblemDetails>(404, 'The organization has no such source')
  public async deleteSource(
    @Path() name: SourceName,
    @Query('companyId') _companyId?: Uuid,
  ): Promise<void> {
    await deleteSource(this.context.db, this.named(name));
  }

  private named(name: string) {
    return { companyId: this.organization.id, name, doneBy: this.doneBy };
  }
}
