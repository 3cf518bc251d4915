import { Get, Query, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Organization } from '../../http/principal';
import type { ProblemDetails } from '../../http/wire-format';
import { ReportController } from '../report-controller';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import type { PersonCompliance } from './people.dto';
import { ownCompliance } from './person';

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
