export { recognizeCredential } from './recognize-credential';
export {
  readCookie,
  type SentCredential,
} from './sent-credential';
