export { recognizeCredential } from './recognize-credential';
export {
  type CredentialSources,
  readCookie,
  type SentCredential,
} from './sent-credential';
