export { auditSettings, createAuditLog, type WriteLines } from './audit-log';
export { writeNewFile } from './new-file';
export {
  print,
  printResult,
  report,
  textTable,
  warn,
  writeTo,
  writeToStandardOutput,
} from './output';
export { repeat } from './repeat';
export { EXIT, parseTime, runProgram } from './run-program';
export {
  type Service,
  type ServiceConfig,
  type ServiceContext,
  serveUntilSignal,
} from './serve-until-signal';
export { serviceProgram } from './service-program';
export { type CommandTools, type WithTools, withDatabase } from './with-database';
export { withTimeout } from './with-timeout';
