export { createDatabase, type Database, type DatabaseOptions } from './database';
export { isDatabaseUnavailable, isDeadlock, isUniqueViolation } from './errors';
export { migrate, pendingMigrations } from './migrate';
export { run, type Transaction, transaction } from './run';
export { databaseSettings } from './settings';
export { readStatement, type Statement } from './statement';
export { stream, type StreamOptions } from './stream';
