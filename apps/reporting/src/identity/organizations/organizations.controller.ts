import {
  Body,
  Get,
  Patch,
  Path,
  Query,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { recordRead } from '../../audit/audited-access';
import { readPage } from '../../http/pages';
import { RequestController } from '../../http/request-controller';
import type { PageNumber, PageSize, SearchText } from '../../http/wire-format';
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
   */
  @Get()
  @Security('Credential', ['operator'])
  @SuccessResponse(200, 'A page of organizations')
  public async listOrganizations(
    @Query() q?: SearchText,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
  ): Promise<OrganizationPage> {
    await recordRead(this, 'all organizations');
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
  public updateOrganization(
    @Path() handle: MembershipHandle,
    @Body() body: OrganizationChange,
  ): Promise<RegisteredOrganization> {
    return updateOrganization(this.context.db, handle, body, this.doneBy);
  }
}
