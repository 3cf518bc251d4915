export { copyInto, copyText } from './copy';
export { createDatabase, type Database } from './database';
export { openDatabaseServer } from './database-server';
export { type Definitions, readDefinitions } from './definitions';
export {
  explainDatabaseError,
  isAccessRefused,
  isConflict,
  isConnectionLost,
  isDatabaseUnavailable,
  isDataRefused,
  isLockTimeout,
  isPrivilegeMissing,
  isSchemaMissing,
  isStatementTimeout,
  isUniqueViolation,
  violatedForeignKey,
} from './errors';
export { GroupCommit } from './group-commit';
export { createHealthCheck, type HealthReport, PROBE_TIMEOUT_MS } from './health';
export { explainMissing, migrate, pendingMigrations } from './migrate';
export {
  columnNames,
  execute,
  inSlices,
  query,
  type RowScope,
  retryConflict,
  runLibrarySql,
  type Transaction,
  transaction,
} from './query';
export { databaseSettings, postgresUrl } from './settings';
export {
  digestOf,
  type Parameters,
  parseStatement,
  readBlocks,
  readStatement,
  readStatements,
  type Statement,
} from './statement';
export {
  openSnapshot,
  type Snapshot,
  type SnapshotOptions,
  type StreamOptions,
  stream,
  streamAndClose,
  streamWithin,
} from './stream';
