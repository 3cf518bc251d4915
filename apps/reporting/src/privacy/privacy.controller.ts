import { invalidField } from '@platform/http';
import {
  Body,
  Get,
  Path,
  Post,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { problemOf } from '../http/problems';
import { RequestController } from '../http/request-controller';
import type { ProblemDetails, Uuid } from '../http/wire-format';
import { confirmationFault, erasePeople, findPerson } from './erasure';
import { sendExport } from './export';
import type { ErasureCounts, ErasureRequest } from './privacy.dto';

/** How long a request waits for an import or snapshot to finish, in milliseconds. */
const WAIT = 3_000;

@Route('security/accounts/{accountId}')
@Tags('Security')
@Security('Credential', ['operator-in-person'])
@Response<ProblemDetails>(404, 'The account does not exist')
export class PrivacyController extends RequestController {
  /**
   * Returns a zip archive of JSON and CSV files with the person's account, memberships, affiliations, profiles, standings,
   * tickets, statistics, sessions, prefixes of secrets, emails and audit events. Audited.
   * @summary Export a person
   * @param accountId The account's ID; GET /security/accounts lists them.
   */
  @Get('export')
  @SuccessResponse(200, 'The archive', ['application/zip'])
  public async exportAccount(@Path() accountId: Uuid): Promise<string> {
    const account = await this.findAccount(accountId);
    const { context, request, doneBy } = this;
    await this.inReportSlot(() => sendExport(context, request.res!, account, doneBy));
    return this.sent;
  }

  /**
   * Deletes the account and all data that identifies the person. Counts in snapshots, trends and past monthly statistics
   * remain under "Former member". This cannot be undone; a dry run returns the counts without changing anything.
   * @summary Erase a person
   * @param accountId The account's ID; GET /security/accounts lists them.
   */
  @Post('erase')
  @SuccessResponse(200, 'What was deleted or, for a dry run, would be deleted')
  @Response<ProblemDetails>(409, 'The account is the last operator')
  @Response<ProblemDetails>(503, 'An import or a snapshot is running')
  public async eraseAccount(
    @Path() accountId: Uuid,
    @Body() body: ErasureRequest,
  ): Promise<ErasureCounts> {
    const { confirm, dryRun: isDryRun = false } = body;
    const person = await this.findAccount(accountId);
    const isUnconfirmed = isDryRun && confirm === undefined;
    const fault = isUnconfirmed ? null : confirmationFault(person, confirm);
    if (fault !== null) throw invalidField('confirm', fault);
    const { doneBy } = this;
    return erasePeople(this.context.db, [person.uuid], { doneBy, isDryRun, wait: WAIT });
  }

  private async findAccount(uuid: string) {
    const account = await findPerson(this.context.db, uuid);
    if (!account) throw problemOf('unknown-account');
    return account;
  }
}

@Route('me/export')
@Tags('Sign-in')
export class OwnExportController extends RequestController {
  /**
   * Returns the same archive of your own account as operators can export.
   * @summary Export your own data
   */
  @Get()
  @Security('Credential', ['account', 'session'])
  @SuccessResponse(200, 'The archive', ['application/zip'])
  public async exportOwnAccount(): Promise<string> {
    const { context, request, account, doneBy } = this;
    await this.inReportSlot(() => sendExport(context, request.res!, account, doneBy));
    return this.sent;
  }
}
