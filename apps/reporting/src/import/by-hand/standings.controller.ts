import { readEntityTags } from '@platform/http';
import {
  Body,
  Delete,
  Header,
  Path,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { RequestController } from '../../http/request-controller';
import type { ProblemDetails, Uuid } from '../../http/wire-format';
import { recordStanding, withdrawStanding } from './standings';
import type { Standing, StandingRequest } from './standings.dto';
import type { RecordHeaders } from './tickets.dto';

@Route('records/standings/{memberId}/{competencyId}')
@Tags('Records')
@Response<ProblemDetails>(404, 'The organization has no such member or competency')
@Response<ProblemDetails>(412, 'The standing does not match If-Match')
export class StandingsController extends RequestController {
  /**
   * Omitted properties are cleared. Imports do not change the standing, unless `overwriteHand` is given.
   * @summary Set a standing
   * @param memberId The member's ID, as in directory contacts.
   * @param competencyId The competency's ID.
   * @param companyId The organization's ID, for operators and the service key; alternatively, send X-Company.
   * @param ifMatch Set the standing only if its ETag is still this one.
   */
  @Put()
  @Security('Credential', ['organization', 'records'])
  @SuccessResponse<RecordHeaders>(200, 'The standing as it is now')
  public async recordStanding(
    @Path() memberId: Uuid,
    @Path() competencyId: Uuid,
    @Body() body: StandingRequest,
    @Query() companyId?: Uuid,
    @Header('If-Match') ifMatch?: string,
  ): Promise<Standing> {
    const key = { memberId, competencyId };
    const standing = await recordStanding(this.context.db, this.editor(ifMatch), key, body);
    this.setTag(standing);
    return standing;
  }

  /**
   * Deletes the standing. Imports do not bring it back, unless `overwriteHand` is given.
   * @summary Withdraw a standing
   * @param memberId The member's ID, as in directory contacts.
   * @param competencyId The competency's ID.
   * @param companyId The organization's ID, for operators and the service key; alternatively, send X-Company.
   * @param ifMatch Withdraw the standing only if its ETag is still this one.
   */
  @Delete()
  @Security('Credential', ['organization', 'records'])
  @SuccessResponse(204, 'The standing is withdrawn')
  public async withdrawStanding(
    @Path() memberId: Uuid,
    @Path() competencyId: Uuid,
    @Query() companyId?: Uuid,
    @Header('If-Match') ifMatch?: string,
  ): Promise<void> {
    const key = { memberId, competencyId };
    await withdrawStanding(this.context.db, this.editor(ifMatch), key);
  }

  private editor(ifMatch?: string) {
    const { organization, doneBy } = this;
    return { organization, doneBy, etags: readEntityTags(ifMatch) };
  }
}
