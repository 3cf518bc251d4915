import { Problem } from '@platform/http';
import { Get, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { slugRanges } from '../api-keys/key-access';
import { RequestController } from '../http/controller';
import type { MonitorHeaders } from '../http/wire-format';
import type { CommitPrefix, Release, Slug } from './packages.dto';
import { listReleases, listReleasesSince } from './releases';

@Route('api/releases')
@Tags('Versions')
export class ReleasesController extends RequestController {
  /**
   * The releases of all packages that the key can access, newest first; with `since`, those after a cursor, oldest
   * first. To miss none, poll the `monitor` link of each response. Needs the scope `read`.
   * @summary List releases
   * @param commit Only releases whose `Build-Commit` begins with these digits.
   * @param slug Only releases of this package.
   * @param limit The number of releases per page, 1 to 1000.
   * @isInt limit must be a whole number from 1 to 1000
   * @minimum limit 1 must be a whole number from 1 to 1000
   * @maximum limit 1000 must be a whole number from 1 to 1000
   * @param after The cursor in the `Link` header with `rel="next"`, for older releases.
   * @maxLength after 64
   * @param since The cursor in the `Link` header with `rel="monitor"`. Cannot be combined with `after` or `commit`.
   * @maxLength since 64
   */
  @Get()
  @Security('VersioningKey', ['read'])
  @SuccessResponse<MonitorHeaders>(200, 'A page of releases')
  public async listReleases(
    @Query() commit?: CommitPrefix,
    @Query() slug?: Slug,
    @Query() limit: number = 100,
    @Query() after?: string,
    @Query() since?: string,
  ): Promise<Release[]> {
    const { db } = this.context;
    const slugs = slugRanges(this.key.slugPatterns, slug);
    if (since !== undefined && (after ?? commit) !== undefined) {
      throw new Problem('invalid-request', 'since cannot be combined with after or commit.');
    }
    const { releases, next, monitor } =
      since === undefined
        ? await listReleases(db, slugs, { commit, limit, after })
        : await listReleasesSince(db, slugs, { limit, since });
    const links = [this.linkTo('monitor', { slug, limit, since: monitor })];
    if (next !== null && since === undefined) {
      links.unshift(this.linkTo('next', { commit, slug, limit, after: next }));
    }
    this.setHeader('Link', links.join(', '));
    return releases;
  }
}
