import { externalPath } from '@platform/http';
import {
  Body,
  Delete,
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
import { requireSlugAccess } from '../api-keys/require';
import { RequestController } from '../controller';
import type { IdempotencyKey } from '../idempotency/idempotency.dto';
import { documentedInput } from '../input';
import type { ConflictHeaders, CreatedHeaders, PageHeaders, ProblemDetails } from '../wire-format';
import { createPackage } from './create-package';
import { listPackages, streamPackages } from './list-packages';
import { parsePackageName } from './package-name';
import { packageNotFound } from './package-not-found';
import { type NewPackage, type Package, type Slug, toPackage } from './packages.dto';

@Route('api/packages')
@Tags('Packages')
@Middlewares(...documentedInput)
export class PackagesController extends RequestController {
  /**
   * The package starts at version 0.0.1. Needs the scope `write`.
   * @summary Create a package
   */
  @Post()
  @Security('ApiKey', ['write'])
  @SuccessResponse<CreatedHeaders>(201, 'Created')
  @Response<ProblemDetails, ConflictHeaders>(
    409,
    'The package exists, or the key is being answered',
  )
  @Response<ProblemDetails>(422, 'The Idempotency-Key answered another request')
  public async createPackage(
    @Body() body: NewPackage,
    @Header('Idempotency-Key') idempotencyKey?: IdempotencyKey,
  ): Promise<Package> {
    const slug = body.Slug;
    requireSlugAccess(this.key, slug);
    const name = body.Name === undefined ? slug : parsePackageName(body.Name);
    const location = externalPath(this.request, `/api/packages/${slug}`);
    const input = { slug, name, location, keyName: this.key.name };
    return this.answer(idempotencyKey, claim => createPackage(this.context, input, claim));
  }

  /**
   * Every package that the key reaches, in the byte order of slugs. Without `limit` the whole list is
   * streamed; with it the answer is one page, and the `Link` header leads to the next. Needs the scope `read`.
   * @summary List packages
   * @param limit How many packages a page holds, 1 to 1000. Omitted: all of them.
   * @isInt limit must be a whole number from 1 to 1000
   * @minimum limit 1 must be a whole number from 1 to 1000
   * @maximum limit 1000 must be a whole number from 1 to 1000
   * @param after The slug to go on after, as the `Link` header gives it.
   * @param q Only packages that contain this text in slug or name, in any case.
   * @minLength q 1
   * @maxLength q 200
   * @pattern q ^[^\u0000-\u001f\u007f]*$ must not hold control characters
   */
  @Get()
  @Security('ApiKey', ['read'])
  @SuccessResponse<PageHeaders>(200, 'The packages')
  public async listPackages(
    @Query() limit?: number,
    @Query() after?: Slug,
    @Query() q?: string,
  ): Promise<Package[]> {
    const { db, streams } = this.context;
    const filter = { slugPattern: this.key.slugPattern, q: q ?? null, after: after ?? null };
    if (limit === undefined) {
      await streamPackages(streams, filter, this.request.res!);
      return [];
    }
    const { packages, next } = await listPackages(db, filter, limit);
    if (next !== null) this.linkNext({ limit, q, after: next });
    return packages;
  }

  /**
   * Needs the scope `read`.
   * @summary Get a package
   */
  @Get('{slug}')
  @Security('ApiKey', ['read'])
  @SuccessResponse(200, 'The package')
  @Response<ProblemDetails>(404, 'There is no such package')
  public async getPackage(@Path() slug: Slug): Promise<Package> {
    const found = await this.context.db.prisma.package.findUnique({ where: { slug } });
    if (!found) throw packageNotFound(slug);
    return toPackage(found);
  }

  /**
   * The package and its history are gone; a package created again under the slug starts at 0.0.1, so
   * versions that were released would be handed out a second time. Needs the scope `delete`.
   * @summary Delete a package
   */
  @Delete('{slug}')
  @Security('ApiKey', ['delete'])
  @SuccessResponse(204, 'Deleted')
  @Response<ProblemDetails>(404, 'There is no such package')
  public async deletePackage(@Path() slug: Slug): Promise<void> {
    const { count } = await this.context.db.prisma.package.deleteMany({ where: { slug } });
    if (count === 0) throw packageNotFound(slug);
    this.context.log.info({ slug, key: this.key.name }, 'package deleted');
  }
}
