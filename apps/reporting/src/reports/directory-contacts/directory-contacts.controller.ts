import { Get, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { AffiliationFunction } from '../../compliance/compliance.dto';
import { Report, ReportController } from '../report-controller';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import { directoryContacts } from './directory-contacts';
import type { DirectoryContacts } from './directory-contacts.dto';

@Route('reporting/directory-contacts')
@Tags('Reports')
export class DirectoryContactsController extends ReportController {
  /**
   * The members that the compliance summary reports on by default: those with access who are in a department
   * as more than an employee. What they are in others is listed, too. CSV and XLSX hold a row for each
   * affiliation.
   * @summary Who is in which department
   * @param functions Only affiliations with one of these, their members and departments: whoever a summary with the same `functions` reports on; repeat it for several.
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The departments, members and affiliations', FORMAT_TYPES)
  @Report()
  public async listDirectoryContacts(
    @Query() functions?: AffiliationFunction[],
    @Query() format: Format = Format.Json,
  ): Promise<DirectoryContacts> {
    return this.send(directoryContacts(this.scope, { functions, format }), { format });
  }
}
