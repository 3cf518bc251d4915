#!/usr/bin/env node
import { runCommandLine } from './command-line';

void runCommandLine(process.argv.slice(2), process.env).then(code => {
  process.exitCode = code;
});
