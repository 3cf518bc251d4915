import { type CommandResult, runInProcess } from '@platform/service/testing';
import { reportingProgram } from '../src/main/program';

/** Runs `reporting …args` in this process. */
export function runReporting(
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  return runInProcess(reportingProgram({ LOG_LEVEL: 'silent', ...env }), args);
}
