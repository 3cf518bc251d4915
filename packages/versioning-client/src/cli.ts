#!/usr/bin/env node
import http from 'node:http';
import { nextVersion } from './next-version';

// Makes fetch use HTTPS_PROXY; requires Node.js 24.
(http as { setGlobalProxyFromEnv?: () => unknown }).setGlobalProxyFromEnv?.();
void nextVersion(process.argv.slice(2), process.env, process).then(code => {
  process.exitCode = code;
});
