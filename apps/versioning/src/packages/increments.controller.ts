import { invalidField, readEntityTags } from '@platform/http';
import {
  Body,
  Header,
  Middlewares,
  Path,
  Post,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { requireSlugAccess } from '../api-keys/key-access';
import { documentedInputOf, OperationController, RequestController } from '../http/controller';
import type {
  ConflictHeaders,
  IdempotencyKey,
  IncrementHeaders,
  ProblemDetails,
  ReplayHeaders,
} from '../http/wire-format';
import { parseLineOf } from './next-version';
import {
  type BuildCommit,
  type BuildUrl,
  type IncrementComponent,
  type IncrementedItems,
  type IncrementItems,
  keptBuildUrl,
  type MajorLine,
  type Once,
  type Package,
  type PreReleaseLabel,
  type ReleaseLine,
  type Slug,
} from './packages.dto';
import { parseLine } from './semantic-version';

@Route('api/packages/{slug}/increment')
@Tags('Versions')
@Security('VersioningKey', ['write'])
@Response<ProblemDetails, ConflictHeaders>(
  409,
  'The part is at its maximum, or a request with this key is in progress',
)
@Response<ProblemDetails>(404, 'The package does not exist, or it has no release in this line')
@Response<ProblemDetails>(412, 'The package is not at the version in If-Match')
export class IncrementsController extends RequestController {
  /**
   * Resets minor and patch to 0. A package that does not exist is created at 1.0.0. Versions that the package has
   * already had are skipped. The response contains the version that this call made, so no two callers see the same
   * version. A request body is ignored. Needs the scope `write`.
   * @summary Increment the major version
   * @param ifMatch `*`: only if the package exists. An ETag of the version endpoint: only if that is still the version.
   */
  @Post('major')
  @SuccessResponse<IncrementHeaders>(200, 'The package with the version that this call made')
  public incrementMajor(
    @Path() slug: Slug,
    @Query() pre?: PreReleaseLabel,
    @Query() once?: Once,
    @Header('Idempotency-Key') _idempotencyKey?: IdempotencyKey,
    @Header('If-Match') ifMatch?: string,
    @Header('Build-Url') buildUrl?: BuildUrl,
    @Header('Build-Commit') commit?: BuildCommit,
  ): Promise<Package> {
    return this.increment({ slug, component: 'Major', pre, once, ifMatch, buildUrl, commit });
  }

  /**
   * Resets patch to 0. A package that does not exist is created at 0.1.0. Versions that the package has already had are
   * skipped. With `line` the current version changes only if it is the highest release of the line. The response
   * contains the version that this call made, so no two callers see the same version. A request body is ignored. Needs
   * the scope `write`.
   * @summary Increment the minor version
   * @param ifMatch `*`: only if the package exists. An ETag of the version endpoint: only if that is still the version.
   */
  @Post('minor')
  @SuccessResponse<IncrementHeaders>(200, 'The package with the version that this call made')
  public incrementMinor(
    @Path() slug: Slug,
    @Query() line?: MajorLine,
    @Query() pre?: PreReleaseLabel,
    @Query() once?: Once,
    @Header('Idempotency-Key') _idempotencyKey?: IdempotencyKey,
    @Header('If-Match') ifMatch?: string,
    @Header('Build-Url') buildUrl?: BuildUrl,
    @Header('Build-Commit') commit?: BuildCommit,
  ): Promise<Package> {
    const component = 'Minor';
    return this.increment({ slug, component, line, pre, once, ifMatch, buildUrl, commit });
  }

  /**
   * A package that does not exist is created at 0.0.1. Versions that the package has already had are skipped. With
   * `line` the current version changes only if it is the highest release of the line. The response contains the version
   * that this call made, so no two callers see the same version. A request body is ignored. Needs the scope `write`.
   * @summary Increment the patch version
   * @param ifMatch `*`: only if the package exists. An ETag of the version endpoint: only if that is still the version.
   */
  @Post('patch')
  @SuccessResponse<IncrementHeaders>(200, 'The package with the version that this call made')
  public incrementPatch(
    @Path() slug: Slug,
    @Query() line?: ReleaseLine,
    @Query() pre?: PreReleaseLabel,
    @Query() once?: Once,
    @Header('Idempotency-Key') _idempotencyKey?: IdempotencyKey,
    @Header('If-Match') ifMatch?: string,
    @Header('Build-Url') buildUrl?: BuildUrl,
    @Header('Build-Commit') commit?: BuildCommit,
  ): Promise<Package> {
    const component = 'Patch';
    return this.increment({ slug, component, line, pre, once, ifMatch, buildUrl, commit });
  }

  private increment(requested: RequestedIncrement): Promise<Package> {
    const { slug, component, line, pre, once, ifMatch, buildUrl, commit } = requested;
    if (once !== undefined && commit === undefined) {
      throw invalidField('once', 'requires the header Build-Commit');
    }
    const increment = {
      slug,
      component,
      line: parseLine(line),
      label: pre ?? null,
      keyName: this.key.name,
      allows: this.key.allows,
      buildUrl: keptBuildUrl(buildUrl),
      commit: commit ?? null,
      etags: readEntityTags(ifMatch),
      oncePerCommit: once !== undefined,
    };
    return this.replyOnce(idempotency =>
      this.context.increments.submit({ ...increment, idempotency }),
    );
  }
}

interface RequestedIncrement {
  readonly slug: Slug;
  readonly component: IncrementComponent;
  readonly line?: ReleaseLine | undefined;
  readonly pre: PreReleaseLabel | undefined;
  readonly once: Once | undefined;
  readonly ifMatch: string | undefined;
  readonly buildUrl: BuildUrl | undefined;
  readonly commit: BuildCommit | undefined;
}

@Route('api/increments')
@Tags('Versions')
@Middlewares(documentedInputOf({ limit: 64 * 1024 }))
export class BatchesController extends OperationController {
  /**
   * Makes one version for each item in a single transaction, or none. Packages are returned in the order of the items.
   * Needs the scope `write`. The header `If-Match` applies to every item: `*` requires that all packages exist.
   * @summary Increment several packages
   */
  @Post()
  @Security('VersioningKey', ['write'])
  @SuccessResponse<ReplayHeaders>(200, 'The packages with the versions that this call made')
  @Response<ProblemDetails>(404, 'The package does not exist, or it has no release in this line')
  @Response<ProblemDetails, ConflictHeaders>(
    409,
    'A part is at its maximum, or a request with this key is in progress',
  )
  @Response<ProblemDetails>(412, 'The package is not at the version in If-Match')
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
      // Not declared as a parameter, for which Postman would generate a value that never matches.
      etags: readEntityTags(this.request.get('If-Match')),
      oncePerCommit: false,
    };
    const increments = body.Items.map(({ Slug: slug, Component: component, Line, Pre }, index) => ({
      slug,
      component,
      line: parseLineOf(component, Line, `Items[${index}].Line`),
      label: Pre ?? null,
      ...made,
    }));
    // A refusal names it; no slug has a space.
    const claim = this.claim(`the key ${this.key.name}`);
    for (const { slug } of increments) requireSlugAccess(this.key, slug);
    return this.replyOnce(idempotency =>
      this.context.increments.submitAll(increments, { claim, idempotency }),
    );
  }
}
