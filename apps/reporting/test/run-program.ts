import { runProgram } from '@platform/service';
import type { CommandResult } from '@platform/service/testing';
import { reportingProgram } from '../src/program';

/** Runs `reporting …args` within this process, which takes a fraction of the time of another one. */
export async function runInProcess(
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map(name =>
    jest.spyOn(process[name], 'write').mockImplementation(text => {
      written[name] += String(text);
      return true;
    }),
  );
  try {
    const code = await runProgram(reportingProgram(env), args);
    return { code, ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
