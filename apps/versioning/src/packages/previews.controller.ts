import {
  Get,
  Middlewares,
  Path,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { documentedInput, RequestController } from '../http/controller';
import type { ProblemDetails } from '../http/wire-format';
import { previewVersion } from './increment';
import { parseLineOf } from './next-version';
import type {
  IncrementPath,
  NextVersionPreview,
  PreReleaseLabel,
  ReleaseLine,
  Slug,
} from './packages.dto';

const COMPONENTS = { major: 'Major', minor: 'Minor', patch: 'Patch' } as const;

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
    return previewVersion(this.context.db, {
      slug,
      component: COMPONENTS[component],
      line: parseLineOf(COMPONENTS[component], line, 'line'),
      label: pre ?? null,
    });
  }
}
