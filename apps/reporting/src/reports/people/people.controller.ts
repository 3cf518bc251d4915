import { Get, Path, Query, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { ProblemDetails } from '../../http/wire-format';
import { Report, ReportController } from '../report-controller';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import type { MemberId, PersonCompliance } from './people.dto';
import { personCompliance } from './person';

@Route('reporting/people')
@Tags('Reports')
export class PeopleController extends ReportController {
  /**
   * A member whom the reports are about: departments, profiles, the rows of the compliance summary, and
   * everything that is required of the member, with its status now. CSV and XLSX hold the requirements.
   * @summary What is required of a person
   * @param memberId The member, as in directory contacts.
   */
  @Get('{memberId}')
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The person', FORMAT_TYPES)
  @Response<ProblemDetails>(404, 'The reports have no such member')
  @Report()
  public getPerson(
    @Path() memberId: MemberId,
    @Query() format: Format = Format.Json,
  ): Promise<PersonCompliance> {
    return this.send(personCompliance(this.scope, memberId), { format });
  }
}
