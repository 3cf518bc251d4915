import { Get, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { AffiliationFunction } from '../../compliance/compliance.dto';
import { ReportController } from '../report-controller';
import { FORMAT_TYPES, type Format } from '../table/format.dto';
import { directoryContacts } from './directory-contacts';
import type { DirectoryContacts } from './directory-contacts.dto';

@Route('reporting/directory-contacts')
@Tags('Reports')
export class DirectoryContactsController extends ReportController {
  /**
   * Returns the members that the compliance summary reports on by default: those with access and a function other than
   * Employee in at least one department. All of their affiliations are listed. CSV and XLSX have a row per affiliation.
   * @summary List departments, members and affiliations
   * @param functions Only affiliations with one of these functions, with their members and departments: those that a summary with the same `functions` reports on. Repeat it for several.
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The departments, members and affiliations', FORMAT_TYPES)
  public listDirectoryContacts(
    @Query() functions?: AffiliationFunction[],
    @Query() format: Format = 'json',
  ): Promise<DirectoryContacts> {
    return this.report({ format }, () => directoryContacts(this.scope, { functions, format }));
  }
}
