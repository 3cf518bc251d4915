import { Get, Path, Query, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Organization } from '../../http/principal';
import type { ProblemDetails } from '../../http/wire-format';
import { Report, ReportController } from '../report-controller';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import type { MemberId, PersonCompliance } from './people.dto';
import { ownCompliance, personCompliance } from './person';

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

@Route('me/compliance')
@Tags('Reports')
export class MyComplianceController extends ReportController {
  protected override readonly isOfPrimary = true;

  /** Whoever is shown nobody else is shown themselves. */
  protected override get organization(): Organization {
    return { ...super.organization, shownDepartments: null };
  }

  /**
   * What is required of the caller in the organization, as for any other person. Report access is not needed,
   * and departments count in which the caller is an employee.
   * @summary What is required of me
   */
  @Get()
  @Security('Credential', ['organization', 'account'])
  @SuccessResponse(200, 'The caller', FORMAT_TYPES)
  @Response<ProblemDetails>(404, 'The caller is not a member of the organization')
  public getMyCompliance(@Query() format: Format = Format.Json): Promise<PersonCompliance> {
    const own = { accountId: this.account.id, isOpen: !this.caller.isForeign };
    return this.sendList(ownCompliance(this.scope, own), { format });
  }
}
