export { isToken, readCookie, type SentCredential, schemeFault, unauthorized } from './credential';
export { createLimiter, type Limiter, type Release } from './limiter';
export { recognizeCredential } from './recognize-credential';
export { SharedRedis } from './redis';
