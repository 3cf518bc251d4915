import { transaction } from '@platform/db';
import { Body, Put, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { RequestController } from '../../http/request-controller';
import { changeAccount, lockAccount } from '../accounts/accounts';
import type { LanguageChange } from './sign-in.dto';

@Route('me/language')
@Tags('Sign-in')
export class LanguageController extends RequestController {
  /**
   * Changes the language of the account: of the console, and of emails from the next on.
   * @summary Change the language
   */
  @Put()
  @Security('Credential', ['session'])
  @SuccessResponse(204, 'Changed')
  public async changeLanguage(@Body() body: LanguageChange): Promise<void> {
    const { doneBy } = this;
    const { id } = this.account;
    await transaction(this.context.db, async tx => {
      await lockAccount(tx, id);
      await changeAccount(tx, id, body, doneBy);
    });
  }
}
