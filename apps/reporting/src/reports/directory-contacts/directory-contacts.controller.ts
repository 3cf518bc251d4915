import { Get, Middlewares, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { documentedInput } from '../../controller';
import { Report, ReportController } from '../report';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import {
  contactTable,
  listDirectoryContacts,
  streamContactAffiliations,
} from './directory-contacts';
import type { DirectoryContacts } from './directory-contacts.dto';

@Route('reporting/directory-contacts')
@Tags('Reports')
@Middlewares(...documentedInput)
export class DirectoryContactsController extends ReportController {
  /**
   * The members that the compliance summary reports on by default: those with access who are in a department
   * as more than an employee. What they are in others is listed, too. CSV and XLSX hold a row for each
   * affiliation.
   * @summary Who is in which department
   * @param format `json`, or a file: `csv`, `xlsx`.
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The departments, members and affiliations', FORMAT_TYPES)
  @Report()
  public async listDirectoryContacts(
    @Query() format: Format = Format.Json,
  ): Promise<DirectoryContacts> {
    const { context, organization } = this;
    if (format === Format.Json) {
      return listDirectoryContacts(context.reports, organization, this.signal);
    }
    return this.sendTable({
      format,
      table: contactTable,
      asOf: context.clock(),
      filters: [],
      batches: signal => streamContactAffiliations(context.reports, organization, signal),
    });
  }
}
