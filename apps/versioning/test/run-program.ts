import { type CommandResult, runInProcess } from '@platform/service/testing';
import { versioningProgram } from '../src/main/program';

/** Runs `versioning …args` within this process. */
export function runVersioning(
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  return runInProcess(
    versioningProgram({ ENVIRONMENT: 'test', LOG_LEVEL: 'silent', ...env }),
    args,
  );
}
