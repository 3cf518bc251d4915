import { Get, Query, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { Audited } from '../../audit/audited-access';
import type {
  PageCursor,
  PageNumber,
  PageSize,
  ProblemDetails,
  SearchText,
  Uuid,
} from '../../http/wire-format';
import { Report, ReportController } from '../report-controller';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import { achievementGaps } from './achievement-gaps';
import {
  type AchievementGaps,
  type AchievementId,
  type AchievementPage,
  AchievementSort,
  GapSort,
  type GapStatus,
  type PersonType,
  SortDirection,
} from './achievement-gaps.dto';
import { achievements } from './achievements';
import { personTypes } from './person-types';

@Route('reporting/achievement-gaps')
@Tags('Reports')
export class AchievementGapsController extends ReportController {
  /**
   * A page of the gaps and the whole roster counted, as of now. As CSV or XLSX every gap, and no page.
   * @summary Who does not hold an achievement
   * @param achievementId The achievement; `/reporting/achievement-gaps/achievements` lists them.
   * @param personTypes Only people of these types; repeat it for several. Omitted: every type that the organization uses.
   * @param departments Only people who are in one of these departments as more than an employee; repeat it for several.
   * @param requiredOnly `true` asks those required to hold the achievement, by a ticket or by a profile that requires compliance, whatever their person type.
   * @param status Only these gaps. Omitted: all of them.
   * @param q Only people whose name has every word of this, in any order, or whose code contains it.
   * @param sort By `name`, by `status` (no ticket first, then Pending, Submitted, Expired) or by `expires` (soonest first; those that do not expire are last in both directions). Ties are by name.
   * @param direction `asc` or `desc`.
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'gaps', 'report'])
  @SuccessResponse(200, 'The gaps', FORMAT_TYPES)
  @Response<ProblemDetails>(404, 'The organization has no such achievement')
  @Report()
  public async getAchievementGaps(
    @Query() achievementId: AchievementId,
    @Query() personTypes?: PersonType[],
    @Query() departments?: Uuid[],
    @Query() requiredOnly: boolean = false,
    @Query() status?: GapStatus,
    @Query() q?: SearchText,
    @Query() sort: GapSort = GapSort.Name,
    @Query() direction: SortDirection = SortDirection.Asc,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
    @Query() after?: PageCursor,
    @Query() format: Format = Format.Json,
  ): Promise<AchievementGaps> {
    const asked = { achievementId, personTypes, requiredOnly, departments, status, q };
    const answer = await achievementGaps(this.scope, { ...asked, sort, direction });
    return this.send(answer, { format, page, pageSize, after });
  }

  /**
   * Every achievement of the organization, most widely held first, then by name, or what most people lack first: a page
   * of them, or all of them as CSV or XLSX.
   * @summary List achievements
   * @param q Only achievements whose name has every word of this, in any order.
   * @param sort The order: `held`, or `lacking`, which also counts who lacks each.
   */
  @Get('achievements')
  @Security('Credential', ['organization', 'developer', 'gaps'])
  @SuccessResponse(200, 'A page of achievements', FORMAT_TYPES)
  @Audited()
  public async listAchievements(
    @Query() q?: SearchText,
    @Query() sort: AchievementSort = AchievementSort.Held,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
    @Query() format: Format = Format.Json,
  ): Promise<AchievementPage> {
    return this.sendList(achievements(this.scope, q, sort), { format, page, pageSize });
  }

  /**
   * The person types of members with access, by name: what `personTypes` takes.
   * @summary List person types
   */
  @Get('person-types')
  @Security('Credential', ['organization', 'developer', 'gaps'])
  @SuccessResponse(200, 'The person types', FORMAT_TYPES)
  @Audited()
  public async listPersonTypes(@Query() format: Format = Format.Json): Promise<string[]> {
    return this.sendList(personTypes(this.scope), { format });
  }
}
