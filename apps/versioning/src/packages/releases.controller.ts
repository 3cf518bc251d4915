import { Problem } from '@platform/http';
import { Get, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { RequestController } from '../http/controller';
import type { MonitorHeaders } from '../http/wire-format';
import type { CommitPrefix, Release, Slug } from './packages.dto';
import { listReleases, listReleasesSince } from './releases';

@Route('api/releases')
@Tags('Versions')
export class ReleasesController extends RequestController {
  /**
   * What was released, of every package that the key reaches, newest first; with `since` what came after a cursor,
   * oldest first, and nothing is missed: poll the link `monitor` of each response. Needs the scope `read`.
   * @summary List releases
   * @param commit Only releases of builds of a commit that begins so, as they sent `Build-Commit`.
   * @param slug Only releases of this package.
   * @param limit How many releases a page holds, 1 to 1000.
   * @isInt limit must be a whole number from 1 to 1000
   * @minimum limit 1 must be a whole number from 1 to 1000
   * @maximum limit 1000 must be a whole number from 1 to 1000
   * @param after The cursor of the `Link` header with `rel="next"`: pages on to older releases.
   * @maxLength after 64
   * @param since The cursor of the `Link` header with `rel="monitor"`. It takes no `after` and no `commit`.
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
    const { slugPatterns } = this.key;
    if (since !== undefined && (after ?? commit) !== undefined) {
      throw new Problem('invalid-request', 'since cannot be combined with after or commit.');
    }
    const { releases, next, monitor } =
      since === undefined
        ? await listReleases(db, { slugPatterns, commit, slug }, { limit, after })
        : await listReleasesSince(db, { slugPatterns, slug }, { limit, since });
    const links = [this.linkTo('monitor', { slug, limit, since: monitor })];
    if (next !== null && since === undefined) {
      links.unshift(this.linkTo('next', { commit, slug, limit, after: next }));
    }
    this.setHeader('Link', links.join(', '));
    return releases;
  }
}
