import { Body, Post, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { RequestController } from '../../http/request-controller';
import type { ProblemDetails } from '../../http/wire-format';
import { inviteMembers } from './invitations';
import type { InvitationRequest, Invitations } from './invitations.dto';

@Route('security/invitations')
@Tags('Security')
export class InvitationsController extends RequestController {
  /**
   * Sends an invitation to the members with access who have an e-mail and can neither sign in by password nor by single
   * sign-on, such as those whom an import added. Repeated within a week, it invites nobody twice.
   * @summary Invite the members of an organization
   */
  @Post()
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'Who is invited, and who is not')
  @Response<ProblemDetails>(409, 'This service sends no mail')
  public inviteMembers(@Body() body: InvitationRequest): Promise<Invitations> {
    return inviteMembers(this.context, body, this.doneBy);
  }
}
