import type { Command } from 'commander';
import { runProgram } from '../src';
import type { CommandResult } from './run-command-line';

/** Runs a command line within this process, which takes a fraction of the time of another one. */
export async function runInProcess(
  program: Command,
  args: readonly string[],
): Promise<CommandResult> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map(name =>
    jest.spyOn(process[name], 'write').mockImplementation(text => {
      written[name] += String(text);
      return true;
    }),
  );
  try {
    const code = await runProgram(program, args);
    return { code, ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
