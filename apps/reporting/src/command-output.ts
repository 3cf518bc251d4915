import {
  print,
  report,
  type CommandTools as ToolsOf,
  type WithTools as WithToolsOf,
} from '@platform/service';
import type { Config } from './config';

export type CommandTools = ToolsOf<Config>;
export type WithTools = WithToolsOf<Config>;

/** Who the audit says did what a command does. */
export const COMMAND_LINE = 'command line';
export const AT_THE_COMMAND_LINE = { actor: COMMAND_LINE, actorAccountId: null, address: null };

export { print };

/** The answer of a command: as one line of JSON where a script asks for it, else in words. */
export function printResult(
  result: object,
  { json, text }: { readonly json: true | undefined; readonly text: string },
): void {
  print(json ? JSON.stringify(result) : text);
}

/** What the user should know beside the answer: standard error. */
export function warn(sentence: string): void {
  report(`Warning: ${sentence}`);
}
