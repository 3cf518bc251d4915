import { invalidFields, readEntityTags } from '@platform/http';
import {
  Body,
  Get,
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
import { recordingRefusals } from '../api-keys/refusals';
import { documentedInput, documentedInputOf, RequestController } from '../http/controller';
import type { ConflictHeaders, OnceHeaders, ProblemDetails } from '../http/wire-format';
import { type IdempotencyKey, Idempotent } from '../idempotency/idempotent';
import { previewVersion } from './increment';
import type { Component, WantedVersion } from './next-version';
import {
  type BuildCommit,
  type BuildUrl,
  type IncrementedItems,
  type IncrementItems,
  type IncrementPath,
  keptBuildUrl,
  type MajorLine,
  type NextVersionPreview,
  type Once,
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
@Response<ProblemDetails>(404, 'There is no such package, or it has no release in this line')
@Response<ProblemDetails>(412, 'The package is not at the version of If-Match')
@Response<ProblemDetails>(422, 'The Idempotency-Key answered another request')
export class IncrementsController extends RequestController {
  /**
   * Minor and patch go back to 0; a package that does not exist is created at 1.0.0. Versions that the package had
   * before are passed over. The answer has the version that this very call made, so no two callers ever see one
   * version. A body is not read. Needs the scope `write`.
   * @summary Increment the major version
   * @param ifMatch `*`: only a package that exists. An ETag of the version endpoint: only of that version.
   */
  @Post('major')
  @Security('VersioningKey', ['write'])
  @Idempotent()
  @SuccessResponse<OnceHeaders>(200, 'The package with the version that this call made')
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
   * Patch goes back to 0; a package that does not exist is created at 0.1.0. Versions that the package had before are
   * passed over. With `line` the current version moves only where it is the highest release of the line. The answer
   * has the version that this very call made, so no two callers ever see one version. A body is not read. Needs the
   * scope `write`.
   * @summary Increment the minor version
   * @param ifMatch `*`: only a package that exists. An ETag of the version endpoint: only of that version.
   */
  @Post('minor')
  @Security('VersioningKey', ['write'])
  @Idempotent()
  @SuccessResponse<OnceHeaders>(200, 'The package with the version that this call made')
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
   * A package that does not exist is created at 0.0.1. Versions that the package had before are passed over. With
   * `line` the current version moves only where it is the highest release of the line. The answer has the version that
   * this very call made, so no two callers ever see one version. A body is not read. Needs the scope `write`.
   * @summary Increment the patch version
   * @param ifMatch `*`: only a package that exists. An ETag of the version endpoint: only of that version.
   */
  @Post('patch')
  @Security('VersioningKey', ['write'])
  @Idempotent()
  @SuccessResponse<OnceHeaders>(200, 'The package with the version that this call made')
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

  private async increment(requested: RequestedIncrement): Promise<Package> {
    const { slug, component, line, pre, once, ifMatch, buildUrl, commit } = requested;
    if (once !== undefined && commit === undefined) {
      throw invalidFields([{ field: 'once', message: 'needs the header Build-Commit' }]);
    }
    const etags = readEntityTags(ifMatch);
    const oncePerCommit = once !== undefined;
    const response = await this.context.increments.submit({
      slug,
      component,
      line: line === undefined ? null : parseLine(line),
      label: pre ?? null,
      keyName: this.key.name,
      buildUrl: keptBuildUrl(buildUrl),
      commit: commit ?? null,
      idempotency: this.idempotency,
      condition: etags === null && !oncePerCommit ? null : { etags, oncePerCommit },
    });
    return this.reply(response);
  }
}

@Route('api/packages/{slug}/next')
@Tags('Versions')
@Middlewares(...documentedInput)
export class PreviewsController extends RequestController {
  /**
   * The version that the increment would give now. Nothing is taken: another call may take it first. Needs the scope
   * `read`.
   * @summary Preview the next version
   */
  @Get('{component}')
  @Security('VersioningKey', ['read'])
  @SuccessResponse(200, 'The version')
  @Response<ProblemDetails>(404, 'There is no such package, or it has no release in this line')
  @Response<ProblemDetails>(409, 'The part is at its largest')
  public previewVersion(
    @Path() slug: Slug,
    @Path() component: IncrementPath,
    @Query() line?: ReleaseLine,
    @Query() pre?: PreReleaseLabel,
  ): Promise<NextVersionPreview> {
    const wanted = wantedVersion(
      { Slug: slug, Component: COMPONENTS[component], Line: line, Pre: pre },
      'line',
    );
    return previewVersion(this.context.db, wanted);
  }
}

@Route('api/increments')
@Tags('Versions')
@Middlewares(...documentedInputOf({ limit: 64 * 1024 }))
export class BatchesController extends RequestController {
  /**
   * One version for each item, in one transaction: all or none. The answers are in the order of the items. Needs the
   * scope `write`.
   * @summary Increment several packages
   */
  @Post()
  @Security('VersioningKey', ['write'])
  @Idempotent()
  @SuccessResponse<OnceHeaders>(200, 'The packages with the versions that this call made')
  @Response<ProblemDetails>(404, 'There is no such package, or it has no release in this line')
  @Response<ProblemDetails, ConflictHeaders>(
    409,
    'A part is at its largest, or the key is being answered',
  )
  @Response<ProblemDetails>(422, 'The Idempotency-Key answered another request')
  public async incrementAll(
    @Body() body: IncrementItems,
    @Header('Idempotency-Key') _idempotencyKey?: IdempotencyKey,
    @Header('Build-Url') buildUrl?: BuildUrl,
    @Header('Build-Commit') commit?: BuildCommit,
  ): Promise<IncrementedItems> {
    await recordingRefusals(this.context, this.key, () => {
      for (const { Slug } of body.Items) requireSlugAccess(this.key, Slug);
    });
    const made = {
      keyName: this.key.name,
      buildUrl: keptBuildUrl(buildUrl),
      commit: commit ?? null,
      idempotency: null,
      condition: null,
    };
    const increments = body.Items.map((item, index) => ({
      ...wantedVersion(item, `Items[${index}].Line`),
      ...made,
    }));
    const claim = this.claim(this.key.owner.toString('base64url'));
    const { idempotency } = this;
    return this.reply(await this.context.increments.submitAll(increments, { claim, idempotency }));
  }
}

const COMPONENTS = { major: 'Major', minor: 'Minor', patch: 'Patch' } as const;

/** @throws Problem invalid-request naming `field`, for a line that the component does not take */
function wantedVersion(
  { Slug: slug, Component: component, Line: text, Pre: pre }: Wanted,
  field: string,
): WantedVersion {
  const line = text === undefined ? null : parseLine(text);
  const isTooNarrow =
    line !== null && (component === 'Major' || (component === 'Minor' && line.minor !== null));
  if (isTooNarrow) {
    throw invalidFields([
      {
        field,
        message:
          'must be <major> with Minor, <major> or <major>.<minor> with Patch, and none with Major',
      },
    ]);
  }
  return { slug, component, line, label: pre ?? null };
}

interface Wanted {
  readonly Slug: Slug;
  readonly Component: Component;
  readonly Line?: ReleaseLine | undefined;
  readonly Pre?: PreReleaseLabel | undefined;
}

interface RequestedIncrement {
  readonly slug: Slug;
  readonly component: Component;
  readonly line?: ReleaseLine | undefined;
  readonly pre: PreReleaseLabel | undefined;
  readonly once: Once | undefined;
  readonly ifMatch: string | undefined;
  readonly buildUrl: BuildUrl | undefined;
  readonly commit: BuildCommit | undefined;
}
