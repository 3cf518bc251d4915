#!/usr/bin/env node
import http from 'node:http';
import { nextVersion } from './next-version';

// Of Node.js 24: fetch goes through HTTPS_PROXY.
(http as { setGlobalProxyFromEnv?: () => unknown }).setGlobalProxyFromEnv?.();
void nextVersion(process.argv.slice(2), process.env, process).then(code => {
  process.exitCode = code;
});
