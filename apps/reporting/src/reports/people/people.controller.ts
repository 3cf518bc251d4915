import { Get, Path, Query, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Organization } from '../../http/principal';
import type { ProblemDetails } from '../../http/wire-format';
import { ReportController } from '../report-controller';
import { FORMAT_TYPES, type Format } from '../table/format.dto';
import type { MemberId, PersonCompliance } from './people.dto';
import { ownCompliance, personCompliance } from './person';

@Route('reporting/people')
@Tags('Reports')
export class PeopleController extends ReportController {
  /**
   * Returns the departments, profiles, compliance summary and requirements of a reported member, with the current
   * status of each requirement. CSV and XLSX contain the requirements.
   * @summary Get the requirements of a person
   * @param memberId The member's ID, as in directory contacts.
   */
  @Get('{memberId}')
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The person', FORMAT_TYPES)
  @Response<ProblemDetails>(404, 'The reports do not include this member')
  public getPerson(
    @Path() memberId: MemberId,
    @Query() format: Format = 'json',
  ): Promise<PersonCompliance> {
    return this.report({ format }, () => personCompliance(this.scope, memberId));
  }
}

@Route('me/compliance')
@Tags('Reports')
export class MyComplianceController extends ReportController {
  protected override readonly usesPrimary = true;

  /** Callers may always see themselves, in all departments. */
  protected override get organization(): Organization {
    return { ...super.organization, shownDepartments: null };
  }

  /**
   * Returns the caller's own requirements in the organization, in the same format as for other people. Does not require
   * report access, and includes departments in which the caller's function is Employee.
   * @summary Get my requirements
   */
  @Get()
  @Security('Credential', ['organization', 'account'])
  @SuccessResponse(200, 'The caller', FORMAT_TYPES)
  @Response<ProblemDetails>(404, 'The caller is not a member of the organization')
  public getMyCompliance(@Query() format: Format = 'json'): Promise<PersonCompliance> {
    const own = { accountId: this.account.id, isOpen: !this.caller.isForeign };
    return this.sendList(ownCompliance(this.scope, own), { format });
  }
}
