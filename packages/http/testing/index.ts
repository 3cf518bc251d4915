export { schemaChecker } from './schema-checker';
export { type WatchedApp, watchContract } from './watch-contract';
