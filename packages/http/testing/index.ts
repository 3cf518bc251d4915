export { type CapturedLog, captureLog } from './capture-log';
export { holdSlots } from './hold-slots';
export { schemaChecker } from './schema-checker';
export { sendRequest, type TestReply, type TestRequest } from './send-request';
export { waitUntil } from './wait-until';
export { type WatchedApp, watchContract } from './watch-contract';
