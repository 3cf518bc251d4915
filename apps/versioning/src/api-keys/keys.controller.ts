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
import { parseKeyName } from './key-names';
import { listKeys } from './key-records';
import { DEFAULT_OVERLAP, issueKey, revokeKey, rotateKey } from './keys';
import type { ApiKey, ApiKeyWithSecret, KeyId, KeyRotation, NewApiKey } from './keys.dto';
import { toApiKey, toApiKeyWithSecret } from './keys.dto';

/** A stored response would contain the secret. */
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
@Security('VersioningKey', ['keys'])
@Middlewares(refuseIdempotencyKey, documentedInput)
export class KeysController extends OperationController {
  /**
   * The response contains the key, which is shown only once; only its hash is stored. It cannot exceed the caller's
   * access and is revoked with the caller. Needs the scope `keys`.
   * @summary Issue a key
   */
  @Post()
  @SuccessResponse(201, 'Issued')
  @Response<ProblemDetails>(403, 'The key lacks the scope, or has less access than requested')
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
   * The keys that are not revoked and whose access is within that of the caller. Needs the scope `keys`.
   * @summary List keys
   */
  @Get()
  @SuccessResponse(200, 'The keys')
  @Response<ProblemDetails>(403, 'The key lacks the scope')
  public async listKeys(): Promise<ApiKey[]> {
    const keys = await listKeys(this.context.db, this.key, { includesRevoked: false });
    return keys.map(toApiKey);
  }

  /**
   * Revokes the key and all keys that it issued, effective from their next call. Needs the scope `keys`.
   * @summary Revoke a key
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Revoked')
  @Response<ProblemDetails>(403, 'The key lacks the scope, or has less access than that key')
  @Response<ProblemDetails>(404, 'The key does not exist')
  @Response<ProblemDetails>(409, 'It is a bootstrap key')
  public async revokeKey(@Path() id: KeyId): Promise<void> {
    await revokeKey(this.context, this.key, id);
  }

  /**
   * Gives the key a new secret; its ID, name, rate limit and idempotency keys stay the same. The previous secret keeps
   * working for `OverlapSeconds`, to give you time to update pipelines, or until the next rotation; 0 revokes it
   * immediately. A key may rotate itself and the keys that it issued; a bootstrap key may rotate every key. Needs the
   * scope `keys`.
   * @summary Rotate a key
   */
  @Post('{id}/rotate')
  @SuccessResponse(200, 'The key with its new secret')
  @Response<ProblemDetails>(403, 'The key lacks the scope, or did not issue that key')
  @Response<ProblemDetails>(404, 'The key does not exist')
  @Response<ProblemDetails>(409, 'It is a bootstrap key')
  public async rotateKey(
    @Path() id: KeyId,
    @Body() body: KeyRotation = {},
  ): Promise<ApiKeyWithSecret> {
    const overlap = body.OverlapSeconds ?? DEFAULT_OVERLAP;
    return toApiKeyWithSecret(await rotateKey(this.context, this.key, { id, overlap }));
  }
}
