import {
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
import { documentedInput, RequestController } from '../http/controller';
import type { ConflictHeaders, OnceHeaders, ProblemDetails } from '../http/wire-format';
import { type IdempotencyKey, Idempotent } from '../idempotency/idempotent';
import type { Component } from './next-version';
import {
  type BuildCommit,
  type BuildUrl,
  keptBuildUrl,
  type MajorLine,
  type Package,
  type PreReleaseLabel,
  type ReleaseLine,
  type Slug,
} from './packages.dto';
import { parseLine } from './semantic-version';

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
   * Minor and patch go back to 0; a package that does not exist is created at 1.0.0. Versions that the package had
   * before are passed over. The answer has the version that this very call made, so no two callers ever see one
   * version. A body is not read. Needs the scope `write`.
   * @summary Increment the major version
   */
  @Post('major')
  @Security('VersioningKey', ['write'])
  @Idempotent()
  @SuccessResponse<OnceHeaders>(200, 'The package with the version that this call made')
  public incrementMajor(
    @Path() slug: Slug,
    @Query() pre?: PreReleaseLabel,
    @Header('Idempotency-Key') _idempotencyKey?: IdempotencyKey,
    @Header('Build-Url') buildUrl?: BuildUrl,
    @Header('Build-Commit') commit?: BuildCommit,
  ): Promise<Package> {
    return this.increment({ slug, component: 'Major', pre, buildUrl, commit });
  }

  /**
   * Patch goes back to 0; a package that does not exist is created at 0.1.0. Versions that the package had before are
   * passed over. With `line` the current version moves only where it is the highest release of the line. The answer
   * has the version that this very call made, so no two callers ever see one version. A body is not read. Needs the
   * scope `write`.
   * @summary Increment the minor version
   */
  @Post('minor')
  @Security('VersioningKey', ['write'])
  @Idempotent()
  @SuccessResponse<OnceHeaders>(200, 'The package with the version that this call made')
  @Response<ProblemDetails>(404, 'There is no such package, or it has no release in this line')
  public incrementMinor(
    @Path() slug: Slug,
    @Query() line?: MajorLine,
    @Query() pre?: PreReleaseLabel,
    @Header('Idempotency-Key') _idempotencyKey?: IdempotencyKey,
    @Header('Build-Url') buildUrl?: BuildUrl,
    @Header('Build-Commit') commit?: BuildCommit,
  ): Promise<Package> {
    return this.increment({ slug, component: 'Minor', line, pre, buildUrl, commit });
  }

  /**
   * A package that does not exist is created at 0.0.1. Versions that the package had before are passed over. With
   * `line` the current version moves only where it is the highest release of the line. The answer has the version that
   * this very call made, so no two callers ever see one version. A body is not read. Needs the scope `write`.
   * @summary Increment the patch version
   */
  @Post('patch')
  @Security('VersioningKey', ['write'])
  @Idempotent()
  @SuccessResponse<OnceHeaders>(200, 'The package with the version that this call made')
  @Response<ProblemDetails>(404, 'There is no such package, or it has no release in this line')
  public incrementPatch(
    @Path() slug: Slug,
    @Query() line?: ReleaseLine,
    @Query() pre?: PreReleaseLabel,
    @Header('Idempotency-Key') _idempotencyKey?: IdempotencyKey,
    @Header('Build-Url') buildUrl?: BuildUrl,
    @Header('Build-Commit') commit?: BuildCommit,
  ): Promise<Package> {
    return this.increment({ slug, component: 'Patch', line, pre, buildUrl, commit });
  }

  private async increment(requested: RequestedIncrement): Promise<Package> {
    const { slug, component, line, pre, buildUrl, commit } = requested;
    const response = await this.context.increments.submit({
      slug,
      component,
      line: line === undefined ? null : parseLine(line),
      label: pre ?? null,
      keyName: this.key.name,
      buildUrl: keptBuildUrl(buildUrl),
      commit: commit ?? null,
      idempotency: this.idempotency,
    });
    return this.reply(response);
  }
}

interface RequestedIncrement {
  readonly slug: Slug;
  readonly component: Component;
  readonly line?: ReleaseLine | undefined;
  readonly pre: PreReleaseLabel | undefined;
  readonly buildUrl: BuildUrl | undefined;
  readonly commit: BuildCommit | undefined;
}
