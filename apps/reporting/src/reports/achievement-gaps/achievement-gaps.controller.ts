import {
  Get,
  Middlewares,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { Audited } from '../../access/audit/audit';
import { documentedInput } from '../../controller';
import type { ProblemDetails } from '../../wire-format';
import { readPage } from '../../wire-format';
import { Report, ReportController } from '../report';
import { listText } from '../selection';
import { foldForFile } from '../table/file-name';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import {
  findAchievementGaps,
  findAchievementName,
  gapTable,
  streamAchievementGaps,
} from './achievement-gaps';
import {
  type AchievementGaps,
  type AchievementId,
  type AchievementPage,
  GapSort,
  type GapStatus,
  type PersonType,
  SortDirection,
} from './achievement-gaps.dto';
import {
  achievementTable,
  listAchievements,
  listPersonTypes,
  streamAchievements,
} from './achievements';

@Route('reporting/achievement-gaps')
@Tags('Reports')
@Middlewares(...documentedInput)
export class AchievementGapsController extends ReportController {
  /**
   * A page of the gaps and the whole roster counted, as of now. As CSV or XLSX every gap, and no page.
   * @summary Who does not hold an achievement
   * @param achievementId The achievement; `/reporting/achievement-gaps/achievements` lists them.
   * @param personTypes Only people of these types; repeat it for several. Omitted: every type that the organization uses.
   * @param status Only these gaps. Omitted: all of them.
   * @param q Only people whose name has every word of this, in any order.
   * @minLength q 1
   * @maxLength q 200
   * @pattern q ^[^\u0000]*$ must not hold NUL
   * @param sort By `name`, by `status` (no ticket first, then Pending, Submitted, Expired) or by `expires` (soonest first; those that do not expire are last in both directions). Ties are by name.
   * @param direction `asc` or `desc`.
   * @param page The page, from 1; below it is read as 1.
   * @isInt page must be a whole number
   * @param pageSize How many a page holds, 1 to 200; out of range is corrected.
   * @isInt pageSize must be a whole number
   * @param format `json`, or a file of every gap: `csv`, `xlsx`.
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report'])
  @SuccessResponse(200, 'The gaps', FORMAT_TYPES)
  @Response<ProblemDetails>(404, 'The organization has no such achievement')
  @Report()
  public async getAchievementGaps(
    @Query() achievementId: AchievementId,
    @Query() personTypes?: PersonType[],
    @Query() status?: GapStatus,
    @Query() q?: string,
    @Query() sort: GapSort = GapSort.Name,
    @Query() direction: SortDirection = SortDirection.Asc,
    @Query() page = 1,
    @Query() pageSize = 25,
    @Query() format: Format = Format.Json,
  ): Promise<AchievementGaps> {
    const { context, organization } = this;
    const filter = {
      achievementId,
      personTypes: personTypes ?? null,
      status: status ?? null,
      q: q ?? null,
      sort,
      direction,
      now: context.clock(),
    };
    if (format === Format.Json) {
      const asked = readPage(page, pageSize);
      return findAchievementGaps(context.reports, organization, filter, asked, this.signal);
    }
    const name = await findAchievementName(context.reports, organization, achievementId);
    const date = filter.now.toISOString().slice(0, 10);
    return this.sendTable({
      format,
      table: gapTable,
      asOf: filter.now,
      filters: [
        ['Achievement', name],
        ['Person types', listText(personTypes)],
        ['Status', status ?? 'all'],
        ['Words of the name', q ?? 'any'],
        ['Order', `${sort}, ${direction}`],
      ],
      subject: `${foldForFile(name) || achievementId}-${date}`,
      batches: signal => streamAchievementGaps(context.reports, organization, filter, signal),
    });
  }

  /**
   * Every achievement of the organization, most widely held first, then by name: a page of them, or all of
   * them as CSV or XLSX.
   * @summary List achievements
   * @param q Only achievements whose name has every word of this, in any order.
   * @minLength q 1
   * @maxLength q 200
   * @pattern q ^[^\u0000]*$ must not hold NUL
   * @param page The page, from 1; below it is read as 1.
   * @isInt page must be a whole number
   * @param pageSize How many a page holds, 1 to 200; out of range is corrected.
   * @isInt pageSize must be a whole number
   * @param format `json`, or a file of every row: `csv`, `xlsx`.
   */
  @Get('achievements')
  @Security('Credential', ['organization', 'developer'])
  @SuccessResponse(200, 'A page of achievements', FORMAT_TYPES)
  @Audited()
  public async listAchievements(
    @Query() q?: string,
    @Query() page = 1,
    @Query() pageSize = 25,
    @Query() format: Format = Format.Json,
  ): Promise<AchievementPage> {
    const { context, organization } = this;
    const { reports } = context;
    const filter = { q: q ?? null, now: context.clock() };
    if (format === Format.Json) {
      const asked = readPage(page, pageSize);
      return this.runList(() =>
        listAchievements(reports, organization, filter, asked, this.signal),
      );
    }
    // A file holds a connection for as long as it is read, as a report does.
    return this.runReport(() =>
      this.sendTable({
        format,
        table: achievementTable,
        asOf: filter.now,
        filters: [['Words of the name', q ?? 'any']],
        batches: signal => streamAchievements(reports, organization, filter, signal),
      }),
    );
  }

  /**
   * The person types of members with access, by name: what `personTypes` takes.
   * @summary List person types
   */
  @Get('person-types')
  @Security('Credential', ['organization', 'developer'])
  @SuccessResponse(200, 'The person types')
  @Audited()
  public async listPersonTypes(): Promise<string[]> {
    return this.runList(() =>
      listPersonTypes(this.context.reports, this.organization, this.signal),
    );
  }
}
