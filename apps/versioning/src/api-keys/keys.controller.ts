import { Problem } from '@platform/http';
import { readExpiry } from '@platform/http/field-values';
import {
  Body,
  Delete,
  Get,
  Middlewares,
  Path,
  Post,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { RequestHandler } from 'express';
import { documentedInput, OperationController } from '../http/controller';
import type { ProblemDetails } from '../http/wire-format';
import { DEFAULT_OVERLAP, issueKey, revokeKey, rotateKey } from './api-keys';
import { parseKeyName } from './key-names';
import { listKeys } from './key-records';
import type { ApiKey, ApiKeyWithSecret, KeyId, KeyRotation, NewApiKey } from './keys.dto';
import { toApiKey, toApiKeyWithSecret } from './keys.dto';

/** A stored response would hold the secret. */
const refuseIdempotencyKey: RequestHandler = (request, response, next) => {
  if (request.get('Idempotency-Key') !== undefined) {
    throw new Problem(
      'invalid-request',
      'Idempotency-Key: keys are managed without it. Leave it out.',
    );
  }
  response.setHeader('Cache-Control', 'no-store');
  next();
};

@Route('api/keys')
@Tags('Keys')
@Middlewares(refuseIdempotencyKey, ...documentedInput)
export class KeysController extends OperationController {
  /**
   * The key is in the response, once; only its hash is stored. It allows at most what the caller has, and is
   * revoked with it. Needs the scope `keys`.
   * @summary Issue a key
   */
  @Post()
  @Security('VersioningKey', ['keys'])
  @SuccessResponse(201, 'Issued')
  @Response<ProblemDetails>(403, 'The key lacks the scope, or has less than is asked for')
  public async issueKey(@Body() body: NewApiKey): Promise<ApiKeyWithSecret> {
    const key = await issueKey(this.context, this.key, {
      name: parseKeyName(body.Name),
      scopes: [...new Set(body.Scopes)],
      slugPatterns: body.Slugs === undefined ? this.key.slugPatterns : body.Slugs,
      allows: body.Allows === undefined ? this.key.allows : body.Allows,
      expiresAt:
        body.ExpiresAt === undefined
          ? this.key.expiresAt
          : readExpiry('ExpiresAt', body.ExpiresAt, new Date()),
    });
    this.setStatus(201);
    return toApiKeyWithSecret(key);
  }

  /**
   * The keys in use whose scopes, slugs and expiry are within the caller's own. Needs the scope `keys`.
   * @summary List keys
   */
  @Get()
  @Security('VersioningKey', ['keys'])
  @SuccessResponse(200, 'The keys')
  @Response<ProblemDetails>(403, 'The key lacks the scope')
  public async listKeys(): Promise<ApiKey[]> {
    const keys = await listKeys(this.context.db, this.key, { includesRevoked: false });
    return keys.map(toApiKey);
  }

  /**
   * It is refused on its next call, and so are the keys that it issued. Needs the scope `keys`.
   * @summary Revoke a key
   */
  @Delete('{id}')
  @Security('VersioningKey', ['keys'])
  @SuccessResponse(204, 'Revoked')
  @Response<ProblemDetails>(403, 'The key lacks the scope, or has less than that key')
  @Response<ProblemDetails>(404, 'There is no such key')
  @Response<ProblemDetails>(409, 'It is a bootstrap key')
  public async revokeKey(@Path() id: KeyId): Promise<void> {
    await revokeKey(this.context, this.key, id);
  }

  /**
   * A new secret for the same key: idempotency, limits and its name in the history go on. The former secret
   * works for `OverlapSeconds`, so that pipelines can be changed meanwhile; 0 ends it at once. A second rotation
   * ends the former secret of the first. A key rotates itself and the keys that it issued; a bootstrap key rotates
   * every key. Needs the scope `keys`.
   * @summary Rotate a key
   */
  @Post('{id}/rotate')
  @Security('VersioningKey', ['keys'])
  @SuccessResponse(200, 'The key with its new secret')
  @Response<ProblemDetails>(403, 'The key lacks the scope, or did not issue that key')
  @Response<ProblemDetails>(404, 'There is no such key')
  @Response<ProblemDetails>(409, 'It is a bootstrap key')
  public async rotateKey(
    @Path() id: KeyId,
    @Body() body: KeyRotation = {},
  ): Promise<ApiKeyWithSecret> {
    const overlap = body.OverlapSeconds ?? DEFAULT_OVERLAP;
    return toApiKeyWithSecret(await rotateKey(this.context, this.key, { id, overlap }));
  }
}
