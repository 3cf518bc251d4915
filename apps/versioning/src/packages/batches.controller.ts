import {
  Body,
  Header,
  Middlewares,
  Post,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { requireSlugAccess } from '../api-keys/key-access';
import { documentedInputOf, Idempotent, OperationController } from '../http/controller';
import type {
  ConflictHeaders,
  IdempotencyKey,
  OnceHeaders,
  ProblemDetails,
} from '../http/wire-format';
import { parseLineOf } from './next-version';
import {
  type BuildCommit,
  type BuildUrl,
  type IncrementedItems,
  type IncrementItems,
  keptBuildUrl,
} from './packages.dto';

@Route('api/increments')
@Tags('Versions')
@Middlewares(documentedInputOf({ limit: 64 * 1024 }))
export class BatchesController extends OperationController {
  /**
   * Makes one version for each item in a single transaction, or none. Packages are returned in the order of the items.
   * Needs the scope `write`.
   * @summary Increment several packages
   */
  @Post()
  @Security('VersioningKey', ['write'])
  @Idempotent()
  @SuccessResponse<OnceHeaders>(200, 'The packages with the versions that this call made')
  @Response<ProblemDetails>(404, 'There is no such package, or it has no release in this line')
  @Response<ProblemDetails, ConflictHeaders>(
    409,
    'A part is at its maximum, or a request with this key is in progress',
  )
  @Response<ProblemDetails>(422, 'The Idempotency-Key was used for a different request')
  public async incrementAll(
    @Body() body: IncrementItems,
    @Header('Idempotency-Key') _idempotencyKey?: IdempotencyKey,
    @Header('Build-Url') buildUrl?: BuildUrl,
    @Header('Build-Commit') commit?: BuildCommit,
  ): Promise<IncrementedItems> {
    const made = {
      keyName: this.key.name,
      allows: this.key.allows,
      buildUrl: keptBuildUrl(buildUrl),
      commit: commit ?? null,
      idempotency: null,
      condition: null,
    };
    const increments = body.Items.map(({ Slug: slug, Component: component, Line, Pre }, index) => ({
      slug,
      component,
      line: parseLineOf(component, Line, `Items[${index}].Line`),
      label: Pre ?? null,
      ...made,
    }));
    const claim = this.claim(this.key.owner.toString('base64url'));
    const { idempotency } = this;
    for (const { slug } of increments) requireSlugAccess(this.key, slug);
    return this.reply(await this.context.increments.submitAll(increments, { claim, idempotency }));
  }
}
