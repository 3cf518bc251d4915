import { readFileSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether an environment says anything about a setting, itself or by a file. */
export function isGiven(name: string, env: Environment): boolean {
  return [name, `${name}_FILE`].some(variable => (env[variable]?.trim() ?? '') !== '');
}

/**
 * What an environment gives for a setting: the text of its variable; else the content of the file that
 * `NAME_FILE` names, as Docker and Kubernetes mount secrets; else null. An Error, as a sentence, where there is
 * no such file or nothing in it.
 */
export function givenText(name: string, env: Environment): string | null | Error {
  const text = env[name]?.trim() ?? '';
  if (text !== '') return text;
  const file = env[`${name}_FILE`]?.trim() ?? '';
  if (file === '') return null;
  try {
    const content = readFileSync(file, 'utf8').trim();
    return content === '' ? new Error(`${name}_FILE names a file that is empty.`) : content;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return new Error(`${name}_FILE names a file that cannot be read (${code ?? 'unknown'}).`);
  }
}
