import {
  Body,
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
import { Audited } from '../audit/audited-access';
import { readPage } from '../http/pages';
import { RequestController } from '../http/request-controller';
import type { PageNumber, PageSize, ProblemDetails, Uuid } from '../http/wire-format';
import { allowRecipient, listAllowedRecipients, revokeRecipient } from './allowed-recipients';
import type {
  AllowedRecipient,
  AllowedRecipientPage,
  AllowedRecipientRequest,
} from './allowed-recipients.dto';

@Route('notification/recipients')
@Tags('Notices')
export class AllowedRecipientsController extends RequestController {
  /**
   * Returns the people to whom schedules of the organization may be sent without report access, ordered by name.
   * @summary List allowed recipients
   */
  @Get()
  @Security('Credential', ['operator', 'organization'])
  @SuccessResponse(200, 'A page of recipients')
  @Audited()
  public async listAllowedRecipients(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
  ): Promise<AllowedRecipientPage> {
    return listAllowedRecipients(this.context.db, this.organization.id, readPage(page, pageSize));
  }

  /**
   * Allows schedules of the organization to be sent to an address without report access. An address without an account gets
   * one without rights. Allowing it again has no effect.
   * @summary Allow a recipient
   */
  @Post()
  @Security('Credential', ['operator', 'organization'])
  @SuccessResponse(201, 'Allowed')
  @Response<ProblemDetails>(409, 'The address was given to an account at the same time')
  public async allowRecipient(@Body() body: AllowedRecipientRequest): Promise<AllowedRecipient> {
    const { context, organization, doneBy } = this;
    this.setStatus(201);
    return allowRecipient(context.db, organization.id, body, doneBy);
  }

  /**
   * Schedules are no longer sent to the address. Emails that have not been sent yet are dropped.
   * @summary Revoke a recipient
   * @param id The recipient's ID; GET /notification/recipients lists them.
   */
  @Delete('{id}')
  @Security('Credential', ['operator', 'organization'])
  @SuccessResponse(204, 'Revoked')
  @Response<ProblemDetails>(404, 'The organization allows no such recipient')
  public async revokeRecipient(@Path() id: Uuid): Promise<void> {
    await revokeRecipient(this.context.db, this.organization.id, id, this.doneBy);
  }
}
