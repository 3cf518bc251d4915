import { matchesTag, readEntityTags } from '@platform/http';
import {
  Body,
  Get,
  Header,
  Patch,
  Path,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { RequestController } from '../http/controller';
import type {
  ConflictHeaders,
  IdempotencyKey,
  PageHeaders,
  ProblemDetails,
  ReplayHeaders,
  VersionHeaders,
} from '../http/wire-format';
import { findPrevious, findVersion, listHistory, toChange } from './history';
import { parseLineOf } from './next-version';
import { getPackage, versionTag } from './packages';
import {
  type BuildCommit,
  type BuildUrl,
  type CurrentVersion,
  type IncrementPath,
  keptBuildUrl,
  type NewVersion,
  type NewVersionState,
  type NextVersionPreview,
  type Package,
  type PackageChange,
  type PreReleaseLabel,
  type ReleaseLine,
  type Slug,
  type VersionDetails,
  type VersionText,
} from './packages.dto';
import { formatVersion, parseLine, parseVersion } from './semantic-version';
import { previewVersion } from './take-versions';
import { setState } from './version-states';
import { setVersion } from './versions';

const COMPONENTS = { major: 'Major', minor: 'Minor', patch: 'Patch' } as const;

@Route('api/packages/{slug}')
@Tags('Versions')
export class VersionsController extends RequestController {
  /**
   * The response has an ETag. Sent back in If-None-Match, it gives 304 while the version is unchanged.
   * Needs the scope `read`.
   * @summary Get the current version
   * @param ifNoneMatch The ETag of an earlier response: 304 if the version is unchanged.
   */
  @Get('version')
  @Security('VersioningKey', ['read'])
  @SuccessResponse<VersionHeaders>(200, 'The version')
  @Response<undefined, VersionHeaders>(304, 'The version in If-None-Match is still current')
  @Response<ProblemDetails>(404, 'The package does not exist')
  public async getVersion(
    @Path() slug: Slug,
    @Header('If-None-Match') ifNoneMatch?: string,
  ): Promise<CurrentVersion> {
    const found = await getPackage(this.context.db, slug);
    const tag = versionTag(found);
    this.setHeader('ETag', tag);
    this.setHeader('Cache-Control', 'no-cache, no-transform');
    // Express does this, too, but not if the request has `Cache-Control: no-cache`, which fetch adds to If-None-Match.
    if (matchesTag(readEntityTags(ifNoneMatch), tag)) {
      this.setStatus(304);
      return undefined as never; // tsoa sends no body for it
    }
    return { Version: formatVersion(found) };
  }

  /**
   * Sets the package to a greater version that it has never had, or with `Force` to any, for a project that already has
   * versions. A package that does not exist is created at the version. Needs the scope `write`.
   * @summary Set the version
   * @param ifMatch `*`: only if the package exists. An ETag of the version endpoint: only if that is still the version.
   */
  @Put('version')
  @Security('VersioningKey', ['write'])
  @SuccessResponse<ReplayHeaders>(200, 'The package at its new version')
  @Response<ProblemDetails, ConflictHeaders>(
    409,
    'The version is not greater or was used before, or a request with this key is in progress',
  )
  @Response<ProblemDetails>(404, 'The package does not exist, and If-Match is `*`')
  @Response<ProblemDetails>(412, 'The package is not at the version in If-Match')
  public async setVersion(
    @Path() slug: Slug,
    @Body() body: NewVersion,
    @Header('If-Match') ifMatch?: string,
    @Header('Idempotency-Key') _idempotencyKey?: IdempotencyKey,
    @Header('Build-Url') buildUrl?: BuildUrl,
    @Header('Build-Commit') commit?: BuildCommit,
  ): Promise<Package> {
    const wanted = {
      slug,
      version: parseVersion(body.Version),
      force: body.Force ?? false,
      etags: readEntityTags(ifMatch),
      buildUrl: keptBuildUrl(buildUrl),
      commit: commit ?? null,
    };
    return this.replyOnce(idempotency =>
      this.change(slug, () => setVersion(this.context, this.key, { ...wanted, idempotency })),
    );
  }

  /**
   * The entry of the history that made the version, with its build. Needs the scope `read`.
   * @summary Get one version
   */
  @Get('versions/{version}')
  @Security('VersioningKey', ['read'])
  @SuccessResponse(200, 'The change that made the version')
  @Response<ProblemDetails>(404, 'The package does not exist, or it has no such version')
  public async getChange(
    @Path() slug: Slug,
    @Path() version: VersionText,
  ): Promise<VersionDetails> {
    const found = await findVersion(this.context.db, slug, version);
    return { ...toChange(found), Previous: await findPrevious(this.context.db, found) };
  }

  /**
   * A withdrawn version is marked in history and releases and is not handed out again. It is never the previous release
   * of another version, and never returned for `once`. The package's current version stays. Repeating the call changes
   * nothing. Needs the scope `write`.
   * @summary Withdraw a version, or release it again
   */
  @Patch('versions/{version}')
  @Security('VersioningKey', ['write'])
  @SuccessResponse(200, 'The change that made the version, with its state')
  @Response<ProblemDetails>(404, 'The package does not exist, or it has no such version')
  public setState(
    @Path() slug: Slug,
    @Path() version: VersionText,
    @Body() body: NewVersionState,
  ): Promise<PackageChange> {
    return this.change(slug, () => setState(this.context, this.key, { slug, version }, body));
  }

  /**
   * The version that the increment would give now. Nothing is taken: another call may take it first. Needs the scope
   * `read`.
   * @summary Preview the next version
   */
  @Get('next/{component}')
  @Security('VersioningKey', ['read'])
  @SuccessResponse(200, 'The version')
  @Response<ProblemDetails>(404, 'The package does not exist, or it has no release in this line')
  @Response<ProblemDetails>(409, 'The part is at its maximum')
  public previewVersion(
    @Path() slug: Slug,
    @Path() component: IncrementPath,
    @Query() line?: ReleaseLine,
    @Query() pre?: PreReleaseLabel,
  ): Promise<NextVersionPreview> {
    return previewVersion(this.context.db, {
      slug,
      component: COMPONENTS[component],
      line: parseLineOf(COMPONENTS[component], line, 'line'),
      label: pre ?? null,
    });
  }

  /**
   * All changes of the version, newest first. Needs the scope `read`.
   * @summary Get the history
   * @param limit The number of changes per page, 1 to 1000.
   * @isInt limit must be a whole number from 1 to 1000
   * @minimum limit 1 must be a whole number from 1 to 1000
   * @maximum limit 1000 must be a whole number from 1 to 1000
   * @param after The cursor in the `Link` header.
   * @maxLength after 64
   * @param line Only changes in this line, `<major>` or `<major>.<minor>`.
   */
  @Get('history')
  @Security('VersioningKey', ['read'])
  @SuccessResponse<PageHeaders>(200, 'A page of changes')
  @Response<ProblemDetails>(404, 'The package does not exist')
  public async getHistory(
    @Path() slug: Slug,
    @Query() limit: number = 100,
    @Query() after?: string,
    @Query() line?: ReleaseLine,
  ): Promise<PackageChange[]> {
    const { changes, next } = await listHistory(this.context.db, slug, {
      limit,
      after,
      line: parseLine(line),
    });
    if (next !== null) this.linkNext({ limit, after: next, line });
    return changes;
  }
}
