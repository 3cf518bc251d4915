export { createLimiter, type Limiter, type Release } from './limiter';
export { recognizeCredential } from './recognize-credential';
export { SharedRedis } from './redis';
export { readCookie, type SentCredential, schemeFault } from './sent-credential';
