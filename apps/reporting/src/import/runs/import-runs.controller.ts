import { externalPath, operationOf, streamResponse } from '@platform/http';
import {
  Delete,
  Get,
  Path,
  Post,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { recordRead } from '../../audit/audited-access';
import { readPage } from '../../http/pages';
import { problemOf } from '../../http/problems';
import { RequestController } from '../../http/request-controller';
import type { PageNumber, PageSize, ProblemDetails, Uuid } from '../../http/wire-format';
import { changesPage, rowsBefore, writeChanges } from '../undo/read-changes';
import { undoRun } from '../uploads/upload';
import { type BoundTo, cancelRun, findRun, listRuns, writeFaults } from './import-runs';
import {
  CHANGE_TYPES,
  type ChangeFormat,
  FAULT_TYPES,
  type FaultFormat,
  type ImportChangePage,
  type ImportRunDetails,
  type ImportRunPage,
} from './import-runs.dto';

@Route('sync/imports')
@Tags('Imports')
@Security('Credential', ['operator'])
export class ImportRunsController extends RequestController {
  /**
   * Lists uploads and imports on the command line, newest first.
   * @summary List imports
   */
  @Get()
  @SuccessResponse(200, 'A page of imports')
  public async listImports(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
  ): Promise<ImportRunPage> {
    await recordRead(this, 'all organizations');
    return listRuns(this.context.db, this.boundTo, readPage(page, pageSize));
  }

  /**
   * Returns the progress or the outcome of an import, with the first 100 faults.
   * @summary Get an import
   * @param id The import's ID.
   */
  @Get('{id}')
  @SuccessResponse(200, 'The import')
  @Response<ProblemDetails>(404, 'The import does not exist')
  public async getImport(@Path() id: Uuid): Promise<ImportRunDetails> {
    const run = await findRun(this.context.db, id, this.boundTo);
    // Until it ends, it names nobody, and clients poll it every second.
    if (run.finishedAt !== null) await recordRead(this, 'all organizations');
    return run;
  }

  /**
   * Stops a waiting or running import, which then changes nothing.
   * @summary Cancel an import
   * @param id The import's ID.
   */
  @Delete('{id}')
  @SuccessResponse(204, 'The import is cancelled')
  @Response<ProblemDetails>(404, 'The import does not exist')
  @Response<ProblemDetails>(409, 'The import has already ended')
  public async cancelImport(@Path() id: Uuid): Promise<void> {
    await cancelRun(this.context.db, id, this.boundTo, this.doneBy);
  }

  /**
   * Returns up to 10,000 faults, ordered by file and line, each with its whole line. They are kept for 30 days.
   * @summary Get the faults of an import
   * @param id The import's ID.
   * @param format `csv` or `xlsx`.
   */
  @Get('{id}/faults')
  @SuccessResponse(200, 'The faults', FAULT_TYPES)
  @Response<ProblemDetails>(404, 'The import does not exist')
  public async getImportFaults(
    @Path() id: Uuid,
    @Query() format: FaultFormat = 'csv',
  ): Promise<string> {
    await recordRead(this, 'all organizations');
    await findRun(this.context.db, id, this.boundTo);
    const { reports } = this.context;
    const faults = writeFaults(reports.primary, id, format, this.signal);
    return this.download(`import-faults-${id}.${format}`, faults);
  }

  /**
   * Returns the previous versions of rows that the import changed or deleted, as a zip archive that can be imported.
   * @summary Get previous rows of an import
   * @param id The import's ID.
   */
  @Get('{id}/before')
  @SuccessResponse(200, 'The rows', ['application/zip'])
  @Response<ProblemDetails>(404, 'The import does not exist, or no rows of it are kept')
  public async getImportBefore(@Path() id: Uuid): Promise<string> {
    await recordRead(this, 'all organizations');
    if (!(await findRun(this.context.db, id, this.boundTo)).hasBefore)
      throw problemOf('nothing-kept');
    const { reports } = this.context;
    return this.download(`import-before-${id}.zip`, rowsBefore(reports.primary, id, this.signal));
  }

  /**
   * Returns what the import inserted, changed and deleted, column by column. For a dry run, returns what it would
   * change, up to 100,000 rows, for 7 days.
   * @summary Get the changes of an import
   * @param id The import's ID.
   * @param format `json`, or `csv` or `xlsx` for a file of all changes.
   */
  @Get('{id}/changes')
  @SuccessResponse(200, 'The changes', CHANGE_TYPES)
  @Response<ProblemDetails>(404, 'The import does not exist, or no changes of it are kept')
  public async getImportChanges(
    @Path() id: Uuid,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
    @Query() format: ChangeFormat = 'json',
  ): Promise<ImportChangePage> {
    await recordRead(this, 'all organizations');
    const run = await findRun(this.context.db, id, this.boundTo);
    if (!run.hasChanges) throw problemOf('changes-not-kept');
    if (format === 'json') return changesPage(this.context.db, id, readPage(page, pageSize));
    const changes = writeChanges(this.context.reports.primary, id, format, this.signal);
    return this.download(`import-changes-${id}.${format}`, changes);
  }

  /**
   * Deletes the rows that the import inserted, and restores those that it changed or deleted, all or nothing. The undo
   * is refused if one of the rows has changed since, a later row references an inserted one, or a person was erased. It
   * is itself an import, which can be undone.
   * @summary Undo an import
   * @param id The import's ID.
   */
  @Post('{id}/undo')
  @SuccessResponse(202, 'The import that undoes it is waiting')
  @Response<ProblemDetails>(404, 'The import does not exist, or no changes of it are kept')
  public async undoImport(@Path() id: Uuid): Promise<ImportRunDetails> {
    const { context, request, caller } = this;
    const { uuid } = await undoRun(context, id, caller, request.ip);
    this.setStatus(202);
    const route = operationOf(request)!.route.replace('{id}/undo', uuid);
    this.setHeader('Location', externalPath(request, route));
    return findRun(context.db, uuid, this.boundTo);
  }

  /** Record keepers can only see the imports of their organization. */
  private get boundTo(): BoundTo {
    return this.caller.isKeeper ? this.organization : null;
  }

  /** The chunks use a connection for reports, because a slow client keeps it busy. */
  private async download(
    name: string,
    chunks: AsyncGenerator<string | Uint8Array>,
  ): Promise<never> {
    const response = this.request.res!;
    await this.inReportSlot(() => {
      response.attachment(name);
      return streamResponse(response, chunks);
    });
    return this.sent;
  }
}
