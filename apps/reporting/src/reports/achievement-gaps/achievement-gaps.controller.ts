import { Get, Query, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { recordRead } from '../../audit/audited-access';
import type {
  PageCursor,
  PageNumber,
  PageSize,
  ProblemDetails,
  SearchText,
  Uuid,
} from '../../http/wire-format';
import { ReportController } from '../report-controller';
import { FORMAT_TYPES, type Format } from '../table/format.dto';
import { achievementGaps } from './achievement-gaps';
import type {
  AchievementGaps,
  AchievementId,
  AchievementPage,
  AchievementSort,
  GapSort,
  GapStatus,
  PersonType,
  SortDirection,
} from './achievement-gaps.dto';
import { achievements } from './achievements';
import { personTypes } from './person-types';

@Route('reporting/achievement-gaps')
@Tags('Reports')
export class AchievementGapsController extends ReportController {
  /**
   * Returns a page of the gaps, and counts of the whole roster, as of now. CSV and XLSX contain all gaps.
   * @summary List people who do not hold an achievement
   * @param achievementId The achievement; `/reporting/achievement-gaps/achievements` lists them.
   * @param personTypes Only people of these types; repeat it for several. Defaults to every type that the organization uses.
   * @param departments Only people with a function other than Employee in one of these departments; repeat it for several.
   * @param requiredOnly If `true`, only people who are required to hold the achievement by a ticket or by a profile that requires compliance, regardless of their person type.
   * @param status Only gaps with this status. Defaults to all.
   * @param q Only people whose name contains all of these words, in any order, or whose code contains the text.
   * @param sort `name`, `status` (no ticket first, then Pending, Submitted, Expired) or `expires` (soonest first; gaps that do not expire are last in both directions). Ties are sorted by name.
   * @param direction `asc` or `desc`.
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'gaps', 'report'])
  @SuccessResponse(200, 'The gaps', FORMAT_TYPES)
  @Response<ProblemDetails>(404, 'The organization does not have this achievement')
  public getAchievementGaps(
    @Query() achievementId: AchievementId,
    @Query() personTypes?: PersonType[],
    @Query() departments?: Uuid[],
    @Query() requiredOnly: boolean = false,
    @Query() status?: GapStatus,
    @Query() q?: SearchText,
    @Query() sort: GapSort = 'name',
    @Query() direction: SortDirection = 'asc',
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
    @Query() after?: PageCursor,
    @Query() format: Format = 'json',
  ): Promise<AchievementGaps> {
    const filters = { achievementId, personTypes, requiredOnly, departments, status, q };
    return this.report({ format, page, pageSize, after }, () =>
      achievementGaps(this.scope, { ...filters, sort, direction }),
    );
  }

  /**
   * Returns a page of the organization's achievements; CSV and XLSX contain all of them. They are sorted by the
   * number of people who hold or lack them, in descending order, then by name.
   * @summary List achievements
   * @param q Only achievements whose name contains all of these words, in any order.
   * @param sort The sort order: `held` or `lacking`. With `lacking`, each achievement has the number of people who lack it.
   */
  @Get('achievements')
  @Security('Credential', ['organization', 'developer', 'gaps'])
  @SuccessResponse(200, 'A page of achievements', FORMAT_TYPES)
  public async listAchievements(
    @Query() q?: SearchText,
    @Query() sort: AchievementSort = 'held',
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
    @Query() format: Format = 'json',
  ): Promise<AchievementPage> {
    await recordRead(this);
    return this.sendList(achievements(this.scope, q, sort), { format, page, pageSize });
  }

  /**
   * Returns the person types of members with access, sorted by name, as accepted by `personTypes`.
   * @summary List person types
   */
  @Get('person-types')
  @Security('Credential', ['organization', 'developer', 'gaps'])
  @SuccessResponse(200, 'The person types', FORMAT_TYPES)
  public async listPersonTypes(@Query() format: Format = 'json'): Promise<string[]> {
    await recordRead(this);
    return this.sendList(personTypes(this.scope), { format });
  }
}
