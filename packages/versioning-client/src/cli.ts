#!/usr/bin/env node
import { nextVersion } from './next-version';

void nextVersion(process.argv.slice(2), process.env, process).then(code => {
  process.exitCode = code;
});
