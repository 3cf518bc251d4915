import {
  Body,
  Get,
  Patch,
  Path,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { Audited } from '../../audit/audited-access';
import { readPage } from '../../http/pages';
import type { ProblemDetails } from '../../http/problem-details';
import { RequestController } from '../../http/request-controller';
import type { MembershipHandle } from '../accounts/accounts.dto';
import { listOrganizations, updateOrganization } from './organizations';
import type {
  OrganizationChange,
  OrganizationPage,
  RegisteredOrganization,
} from './organizations.dto';

@Route('security/companies')
@Tags('Security')
export class OrganizationsController extends RequestController {
  /**
   * Returns organizations with their number of members, ordered by name.
   * @summary List organizations
   * @param q Only organizations whose name contains all words of this, in any order, or whose handle contains it.
   * @minLength q 1
   * @maxLength q 200
   * @pattern q ^[^\u0000]*$ must not contain NUL
   * @param page The page number, starting at 1; lower values are read as 1.
   * @isInt page must be a whole number
   * @param pageSize The number of items per page, 1 to 200; values out of range are clamped.
   * @isInt pageSize must be a whole number
   */
  @Get()
  @Security('Credential', ['operator'])
  @SuccessResponse(200, 'A page of organizations')
  @Audited('all organizations')
  public async listOrganizations(
    @Query() q?: string,
    @Query() page = 1,
    @Query() pageSize = 25,
  ): Promise<OrganizationPage> {
    return listOrganizations(this.context.db, q ?? null, readPage(page, pageSize));
  }

  /**
   * Changes the language of an organization. It takes effect with the next emails.
   * @summary Update an organization
   * @param handle The handle of the organization.
   */
  @Patch('{handle}')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The updated organization')
  @Response<ProblemDetails>(404, 'There is no such organization')
  public updateOrganization(
    @Path() handle: MembershipHandle,
    @Body() body: OrganizationChange,
  ): Promise<RegisteredOrganization> {
    return updateOrganization(this.context.db, handle, body, this.doneBy);
  }
}
