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
@Response<ProblemDetails>(412, 'The standing is not as If-Match says')
export class StandingsController extends RequestController {
  /**
   * What is left out is nothing. Imports leave the standing as it is, unless `overwriteHand` is given.
   * @summary Set a standing
   * @param memberId The member, as in directory contacts.
   * @param competencyId The competency.
   * @param companyId The organization, for operators and the service key; X-Company may name it, too.
   * @param ifMatch The ETag of the standing: it is set only if it is still that one.
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
   * It is deleted, and imports do not bring it back, unless `overwriteHand` is given.
   * @summary Withdraw a standing
   * @param memberId The member, as in directory contacts.
   * @param competencyId The competency.
   * @param companyId The organization, for operators and the service key; X-Company may name it, too.
   * @param ifMatch The ETag of the standing: it is withdrawn only if it is still that one.
   */
  @Delete()
  @Security('Credential', ['organization', 'records'])
  @SuccessResponse(204, 'It is withdrawn')
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
