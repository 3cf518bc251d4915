import type { Database } from '@platform/db';
import type { Limiter, Log, Metrics } from '@platform/http';
import type { Request } from 'express';
import { bootstrapKeys } from './api-keys/bootstrap-keys';
import { createKeyFinder } from './api-keys/find-key';
import type { KeyPrincipal } from './api-keys/key-principal';
import type { Config } from './config';
import type { GroupCommit } from './group-commit';
import { ClaimsInFlight } from './idempotency/claims-in-flight';
