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
import { documentedInput } from '../../input';
import type { OrganizationHandle, OrganizationId } from '../../wire-format';
import { Report, ReportController } from '../report';
import { listDirectoryContacts } from './directory-contacts';
import type { DirectoryContacts } from './directory-contacts.dto';

@Route('reporting/directory-contacts')
@Tags('Reports')
@Middlewares(...documentedInput)
export class DirectoryContactsController extends ReportController {
  /**
   * The members that the compliance summary reports on by default: those with access who are in a department
   * as more than an employee. What they are in others is listed, too.
   * @summary Who is in which department
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The departments, members and affiliations')
  @Report()
  public async listDirectoryContacts(
    @Query('companyId') _companyId?: OrganizationId,
    @Header('X-Company') _company?: OrganizationHandle,
  ): Promise<DirectoryContacts> {
    return listDirectoryContacts(this.context.reports, this.organization, this.signal);
  }
}
