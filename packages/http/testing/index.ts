export { schemaChecker } from './schema-checker';
export { sendRequest, type TestReply, type TestRequest } from './send-request';
export { type WatchedApp, watchContract } from './watch-contract';
