export { recognizeCredential } from './recognize-credential';
export { readCookie, type SentCredential, schemeFault } from './sent-credential';
