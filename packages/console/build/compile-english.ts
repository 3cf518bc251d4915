import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/** A message as written by the macros; `message` is a literal. */
const MESSAGE =
  /(\/\*i18n\*\/ \{\s*id: "[^"]{6}",[^]*?\bmessage: )("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g;

/** Compiles the English messages in the code, so that browsers do not need a parser. */
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
        // No source map: line numbers do not change.
        return { code: compiled, map: null };
      },
    },
  };
}
