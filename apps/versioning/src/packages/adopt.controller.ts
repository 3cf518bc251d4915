import { invalidField } from '@platform/http';
import { parseName, readInstant } from '@platform/http/field-values';
import {
  Body,
  Middlewares,
  Path,
  Post,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { requireAllowed } from '../api-keys/key-access';
import { documentedInputOf, OperationController } from '../http/controller';
import type { KeyPrincipal } from '../http/principal';
import { adoptTags, readTag, type Tag } from './adopt';
import {
  type AdoptedVersions,
  keptBuildUrl,
  MAX_NAME_LENGTH,
  type Slug,
  type VersionsToAdopt,
  type VersionToAdopt,
} from './packages.dto';
import { formatHistoryVersion } from './semantic-version';

@Route('api/packages/{slug}/adopt')
@Tags('Versions')
@Middlewares(documentedInputOf({ limit: 4 * 1024 * 1024, maxElements: 10_000 }))
export class AdoptionsController extends OperationController {
  /**
   * Records versions that were released elsewhere, with their times and commits, so that none is handed out again.
   * Moves the package to the highest release, never backwards, and creates it if necessary. Idempotent. Needs the
   * scope `write`.
   * @summary Adopt versions
   */
  @Post()
  @Security('VersioningKey', ['write'])
  @SuccessResponse(200, 'The numbers of versions adopted and unchanged, and those skipped')
  public async adoptVersions(
    @Path() slug: Slug,
    @Body() body: VersionsToAdopt,
  ): Promise<AdoptedVersions> {
    const tags = body.Versions.map(toTag);
    const adoption = {
      slug,
      name: body.Name === undefined ? null : parseName('Name', body.Name, MAX_NAME_LENGTH),
      keyName: this.key.name,
    };
    requireAdoption(this.key, tags);
    return this.change(slug, () => adoptTags(this.context.db, adoption, tags));
  }
}

/** @throws Problem key-scope if the key may not make one of the versions */
function requireAdoption(key: KeyPrincipal, tags: readonly Tag[]): void {
  requireAllowed(key, { sets: true, creates: true });
  for (const { version } of tags) {
    if (typeof version === 'string') continue;
    requireAllowed(key, { version: formatHistoryVersion(version) });
  }
}

/** @throws Problem invalid-request for a time before 1970 or in the future */
function toTag(
  { Version: tag, At: text, Commit: commit, BuildUrl: page }: VersionToAdopt,
  index: number,
): Tag {
  const item = `Versions[${index}]`;
  const at = text === undefined ? null : readInstant(`${item}.At`, text);
  if (at !== null && (at < new Date(0) || at > new Date())) {
    throw invalidField(`${item}.At`, `must be from 1970 to now (${tag})`);
  }
  const version = readTag(tag);
  return { tag, version, at, commit: commit ?? null, buildUrl: keptBuildUrl(page) };
}
