import {
  Get,
  Header,
  Middlewares,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { AnswerHeaders, ChallengeHeaders, Refusal, RetryHeaders } from '../answers.dto';
import { documentedInput } from '../input';
import type { OrganizationHandle, OrganizationId } from '../organization.dto';
import { RequestController } from '../tsoa/request-controller';
import type { DirectoryContacts } from './directory-contacts.dto';
import { listDirectoryContacts } from './directory-contacts.query';

@Route('reporting/directory-contacts')
@Tags('Reports')
@Middlewares(...documentedInput)
@Response<Refusal, AnswerHeaders>(400, 'The request or its organization is not right')
@Response<Refusal, ChallengeHeaders>(401, 'No credential was sent, or none that works')
@Response<Refusal, AnswerHeaders>(403, 'The account may not')
@Response<Refusal, RetryHeaders>(429, 'Too many requests')
@Response<Refusal, AnswerHeaders>(500, 'An internal error; detail names the request')
@Response<Refusal, RetryHeaders>(503, 'The database is out of reach, or too many reports run')
export class DirectoryContactsController extends RequestController {
  /**
   * The members that the compliance summary reports on by default: those with access who are in a department
   * as more than an employee. What they are in others is listed, too.
   * @summary Who is in which department
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse<AnswerHeaders>(200, 'The departments, members and affiliations')
  public async listDirectoryContacts(
    @Query('companyId') _companyId?: OrganizationId,
    @Header('X-Company') _company?: OrganizationHandle,
  ): Promise<DirectoryContacts> {
    const { reports, runReport } = this.context;
    return runReport(() => listDirectoryContacts(reports, this.organization));
  }
}
