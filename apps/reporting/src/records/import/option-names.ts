import { importChoices } from './import-options';

/** How a surface writes an option of an import, and its value. */
export type OptionStyle = (name: string, value?: string) => string;

/** `--time-zone America/Edmonton` */
export const asCommandOption: OptionStyle = (name, value) => {
  const option = `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
  return value === undefined ? option : `${option} ${value}`;
};

/** `timeZone=America/Edmonton` */
export const asParameter: OptionStyle = (name, value) =>
  value === undefined ? name : `${name}=${value}`;

const NAMED = new RegExp(`\\{(${Object.keys(importChoices.shape).join('|')})(?:=([^}]+))?\\}`, 'g');

/** Writes the options of a text, which are `{timeZone}` or `{timeZone=America/Edmonton}` there. */
export function writeOptions(text: string, style: OptionStyle): string {
  return text.replaceAll(NAMED, (_, name: string, value?: string) => style(name, value));
}
