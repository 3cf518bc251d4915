/// <reference types="vite/client" />

/** A catalog, compiled by the plugin. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages;
}
