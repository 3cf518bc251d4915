import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/** A message as the macros leave it; `message` is a literal. */
const MESSAGE =
  /(\/\*i18n\*\/ \{\s*id: "[^"]{6}",[^]*?\bmessage: )("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g;

/** Compiles the English messages in the code, so that the browser needs no parser and parses nothing. */
export function compileEnglish(): Plugin {
  return {
    name: 'compile-english',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?(?:$|\?)/, code: /\/\*i18n\*\// },
      handler(code) {
        const compiled = code.replace(MESSAGE, (_, before: string, literal: string) => {
          const [statement] = this.parse(`(${literal})`).body;
          const text = (statement as { expression: { value: string } }).expression.value;
          return before + JSON.stringify(compileMessage(text));
        });
        // Lines stay where they are.
        return { code: compiled, map: null };
      },
    },
  };
}
