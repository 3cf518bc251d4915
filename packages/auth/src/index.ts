export {
  isToken,
  readCookie,
  readSentCredential,
  type SentCredential,
  schemeFault,
  unauthorized,
} from './credential';
export { countFailures, createLimiter, type Limiter, type Release } from './limiter';
export { SharedRedis } from './redis';
