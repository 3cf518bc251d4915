import {
  Header,
  Middlewares,
  Path,
  Post,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { documentedInput, Idempotent, RequestController } from '../controller';
import type { IdempotencyKey } from '../idempotency/idempotency';
import type { ConflictHeaders, OnceHeaders, ProblemDetails } from '../wire-format';
import type { Component } from './increment';
import type { BuildUrl, Package, Slug } from './packages.dto';

@Route('api/packages/{slug}/increment')
@Tags('Versions')
@Middlewares(...documentedInput)
@Response<ProblemDetails, ConflictHeaders>(
  409,
  'The part is at its largest, or the key is being answered',
)
@Response<ProblemDetails>(422, 'The Idempotency-Key answered another request')
export class IncrementsController extends RequestController {
  /**
   * Minor and patch go back to 0; a package that does not exist is created at 1.0.0. The answer is the
   * package as this very call left it, so no two callers ever see one version. A body is not read.
   * Needs the scope `write`.
   * @summary Increment the major version
   */
  @Post('major')
  @Security('ApiKey', ['write'])
  @Idempotent()
  @SuccessResponse<OnceHeaders>(200, 'The package as this call left it')
  public incrementMajor(
    @Path() slug: Slug,
    @Header('Idempotency-Key') _idempotencyKey?: IdempotencyKey,
    @Header('Build-Url') buildUrl?: BuildUrl,
  ): Promise<Package> {
    return this.increment({ slug, component: 'Major', buildUrl });
  }

  /**
   * Patch goes back to 0; a package that does not exist is created at 0.1.0. The answer is the package
   * as this very call left it, so no two callers ever see one version. A body is not read.
   * Needs the scope `write`.
   * @summary Increment the minor version
   */
  @Post('minor')
  @Security('ApiKey', ['write'])
  @Idempotent()
  @SuccessResponse<OnceHeaders>(200, 'The package as this call left it')
  public incrementMinor(
    @Path() slug: Slug,
    @Header('Idempotency-Key') _idempotencyKey?: IdempotencyKey,
    @Header('Build-Url') buildUrl?: BuildUrl,
  ): Promise<Package> {
    return this.increment({ slug, component: 'Minor', buildUrl });
  }

  /**
   * A package that does not exist is created at 0.0.1. The answer is the package as this very call left
   * it, so no two callers ever see one version. A body is not read. Needs the scope `write`.
   * @summary Increment the patch version
   */
  @Post('patch')
  @Security('ApiKey', ['write'])
  @Idempotent()
  @SuccessResponse<OnceHeaders>(200, 'The package as this call left it')
  public incrementPatch(
    @Path() slug: Slug,
    @Header('Idempotency-Key') _idempotencyKey?: IdempotencyKey,
    @Header('Build-Url') buildUrl?: BuildUrl,
  ): Promise<Package> {
    return this.increment({ slug, component: 'Patch', buildUrl });
  }

  private async increment({ slug, component, buildUrl }: RequestedIncrement): Promise<Package> {
    const response = await this.context.increments.submit({
      slug,
      component,
      keyName: this.key.name,
      buildUrl: buildUrl ?? null,
      idempotency: this.idempotency,
    });
    return this.reply(response);
  }
}

interface RequestedIncrement {
  readonly slug: Slug;
  readonly component: Component;
  readonly buildUrl: BuildUrl | undefined;
}
