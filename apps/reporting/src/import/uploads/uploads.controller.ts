import { externalPath, operationOf } from '@platform/http';
import {
  Header,
  Middlewares,
  Post,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { documentedParameters } from '../../http/documented-input';
import { OperationController } from '../../http/request-controller';
import type { ProblemDetails, Uuid } from '../../http/wire-format';
import type { SourceName } from '../lists/sources.dto';
import { findRun } from '../runs/import-runs';
import type { ImportRunDetails } from '../runs/import-runs.dto';
import { takeUpload } from './upload';
import { encodingOf, requireTimeZone } from './upload-options';
import {
  type IdempotencyKey,
  type UploadDateFormat,
  type UploadEncoding,
  type UploadFile,
  type UploadName,
} from './uploads.dto';

@Route('sync/imports')
@Tags('Imports')
@Middlewares(documentedParameters)
export class UploadsController extends OperationController {
  /**
   * The body is one file: a zip archive of CSV files, an Excel workbook with a sheet per table, or one table as CSV. The
   * import waits for its turn; GET it to follow its progress. The parameters correspond to the options of the command
   * `reporting import`.
   * @summary Import records
   * @param dryRun Check everything but change nothing.
   * @param replace Also delete rows that the files lack, of the organizations in companies.csv.
   * @param updateAccounts Let e-mails and rights of existing accounts change; not available to the service key.
   * @param textIds Accept IDs that are not UUIDs.
   * @param allowRemovals Let `replace` delete most rows of a table.
   * @param allowOperators Let rows make accounts operators; not available to the service key.
   * @param allowErased Let erased people come back.
   * @param overwriteHand Overwrite records that were added, corrected or withdrawn by hand.
   * @param updateHistory Let statistics of months with snapshots taken here change.
   * @param timeZone The time zone of dates and of times without an offset, such as America/Edmonton.
   * @maxLength timeZone 100
   * @param dateFormat A format of dates in addition to YYYY-MM-DD.
   * @param encoding The encoding of CSV files. For a CSV body, defaults to the charset of its Content-Type.
   * @param source The source that defines the file if it is an organization's own list; requires the organization.
   * @param companyId The organization that the rows must belong to.
   * @param file The table of a text/csv body.
   * @param name The name of the import in lists, such as that of the file.
   */
  @Post()
  @Security('Credential', ['operator'])
  @SuccessResponse(202, 'The import is waiting')
  @Response<ProblemDetails>(404, 'The organization has no such source')
  @Response<ProblemDetails>(413, 'The file exceeds IMPORT_MAX_BYTES')
  @Response<ProblemDetails>(422, 'The Idempotency-Key was used with another file')
  public async importRecords(
    @Query() dryRun = false,
    @Query() replace = false,
    @Query() updateAccounts = false,
    @Query() textIds = false,
    @Query() allowRemovals = false,
    @Query() allowOperators = false,
    @Query() allowErased = false,
    @Query() overwriteHand = false,
    @Query() updateHistory = false,
    @Query() timeZone?: string,
    @Query() dateFormat?: UploadDateFormat,
    @Query() encoding?: UploadEncoding,
    @Query() source?: SourceName,
    @Query() companyId?: Uuid,
    @Query() file?: UploadFile,
    @Query() name?: UploadName,
    @Header('Idempotency-Key') idempotencyKey?: IdempotencyKey,
  ): Promise<ImportRunDetails> {
    requireTimeZone(timeZone);
    const options = {
      dryRun,
      replace,
      updateAccounts,
      textIds,
      allowRemovals,
      allowOperators,
      allowErased,
      overwriteHand,
      updateHistory,
      timeZone: timeZone ?? null,
      dateFormat: dateFormat ?? null,
      encoding: encodingOf(this.request.get('Content-Type'), encoding),
      listSource: source ?? null,
      companyId: companyId ?? null,
    };
    const { context, request, caller } = this;
    const upload = { request, caller, options, file, name, idempotencyKey };
    const { uuid } = await takeUpload(context, upload);
    this.setStatus(202);
    this.setHeader('Location', externalPath(request, `${operationOf(request)!.route}/${uuid}`));
    return findRun(context.db, uuid, caller.isKeeper ? caller.organization : null);
  }
}
