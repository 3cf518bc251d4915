import {
  Get,
  Header,
  Middlewares,
  Query,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { RequestController } from '../../controller';
import { documentedInput } from '../../input';
import type { OrganizationHandle, OrganizationId } from '../../wire-format';
import type { DirectoryContacts } from './directory-contacts.dto';
import { listDirectoryContacts } from './directory-contacts.query';

@Route('reporting/directory-contacts')
@Tags('Reports')
@Middlewares(...documentedInput)
export class DirectoryContactsController extends RequestController {
  /**
   * The members that the compliance summary reports on by default: those with access who are in a department
   * as more than an employee. What they are in others is listed, too.
   * @summary Who is in which department
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The departments, members and affiliations')
  public async listDirectoryContacts(
    @Query('companyId') _companyId?: OrganizationId,
    @Header('X-Company') _company?: OrganizationHandle,
  ): Promise<DirectoryContacts> {
    const { reports } = this.context;
    return this.runReport(signal => listDirectoryContacts(reports, this.organization, signal));
  }
}
