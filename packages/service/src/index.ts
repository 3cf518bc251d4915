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
export { EXIT, runProgram } from './run-program';
export { serveUntilSignal } from './serve-until-signal';
export type { Service, ServiceConfig, ServiceContext } from './service';
export { serviceProgram } from './service-program';
export { parseTime } from './time-argument';
export { type CommandTools, type WithTools, withDatabase } from './with-database';
export { withinTime } from './within-time';
