import { addLogFields, externalPath } from '@platform/http';
import { parseName } from '@platform/http/field-values';
import {
  Body,
  Delete,
  Get,
  Header,
  Path,
  Post,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { requireAllowed, requireSlugAccess, slugRanges } from '../api-keys/key-access';
import { RequestController } from '../http/controller';
import type {
  ConflictHeaders,
  CreatedHeaders,
  IdempotencyKey,
  PageHeaders,
  ProblemDetails,
} from '../http/wire-format';
import { listPackages, streamPackages } from './list-packages';
import { createPackage, deletePackage, getPackage } from './packages';
import {
  MAX_NAME_LENGTH,
  type NewPackage,
  type Package,
  type Slug,
  toPackage,
} from './packages.dto';

@Route('api/packages')
@Tags('Packages')
export class PackagesController extends RequestController {
  /**
   * The package starts at version 0.0.1. Needs the scope `write`.
   * @summary Create a package
   */
  @Post()
  @Security('VersioningKey', ['write'])
  @SuccessResponse<CreatedHeaders>(201, 'Created')
  @Response<ProblemDetails, ConflictHeaders>(
    409,
    'The package exists, or a request with this key is in progress',
  )
  public async createPackage(
    @Body() body: NewPackage,
    @Header('Idempotency-Key') _idempotencyKey?: IdempotencyKey,
  ): Promise<Package> {
    const slug = body.Slug;
    addLogFields(this.request.res!, { slug });
    requireSlugAccess(this.key, slug);
    requireAllowed(this.key, { version: '0.0.1', creates: true });
    const name = body.Name === undefined ? slug : parseName('Name', body.Name, MAX_NAME_LENGTH);
    const location = externalPath(this.request, `/api/packages/${encodeURIComponent(slug)}`);
    const created = { slug, name, location, keyName: this.key.name };
    return this.replyOnce(idempotency =>
      this.change(slug, () => createPackage(this.context, { ...created, idempotency })),
    );
  }

  /**
   * All packages that the key can access, in byte order of their slugs. Without `limit` the whole list is
   * streamed; with `limit` the response is one page, and its `Link` header points to the next. Needs the scope `read`.
   * @summary List packages
   * @param limit The number of packages per page, 1 to 1000. If omitted, all are returned.
   * @isInt limit must be a whole number from 1 to 1000
   * @minimum limit 1 must be a whole number from 1 to 1000
   * @maximum limit 1000 must be a whole number from 1 to 1000
   * @param after The slug to continue after, as given in the `Link` header.
   * @param q Only packages whose slug or name contains this text, ignoring case.
   * @minLength q 1
   * @maxLength q 200
   * @pattern q ^[^\u0000-\u001f\u007f]*$ must not contain control characters
   */
  @Get()
  @Security('VersioningKey', ['read'])
  @SuccessResponse<PageHeaders>(200, 'The packages')
  public async listPackages(
    @Query() limit?: number,
    @Query() after?: Slug,
    @Query() q?: string,
  ): Promise<Package[]> {
    const ranges = slugRanges(this.key.slugPatterns);
    const filter = { ...ranges, q: q ?? null, after: after ?? null };
    if (limit === undefined) {
      const caller = this.key.owner.toString('base64url');
      await streamPackages(this.context, filter, { caller, response: this.request.res! });
      return []; // already sent: tsoa sends nothing more
    }
    const { packages, next } = await listPackages(this.context, filter, limit);
    if (next !== null) this.linkNext({ limit, q, after: next });
    return packages;
  }

  /**
   * Needs the scope `read`.
   * @summary Get a package
   */
  @Get('{slug}')
  @Security('VersioningKey', ['read'])
  @SuccessResponse(200, 'The package')
  @Response<ProblemDetails>(404, 'The package does not exist')
  public async getPackage(@Path() slug: Slug): Promise<Package> {
    return toPackage(await getPackage(this.context.db, slug));
  }

  /**
   * Deletes the package and its history. A package created later under the same slug starts at 0.0.1, so
   * versions that were released would be handed out again. Needs the scope `delete`.
   * @summary Delete a package
   */
  @Delete('{slug}')
  @Security('VersioningKey', ['delete'])
  @SuccessResponse(204, 'Deleted')
  @Response<ProblemDetails>(404, 'The package does not exist')
  public async deletePackage(@Path() slug: Slug): Promise<void> {
    await this.change(slug, () => deletePackage(this.context, { slug, keyName: this.key.name }));
  }
}
