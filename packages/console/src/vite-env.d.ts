/// <reference types="vite/client" />

/** A catalog, compiled by the plugin. */
declare module '*.po' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
