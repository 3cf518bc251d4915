#!/usr/bin/env node
import { runProgram } from '@platform/command-line';
import { versioningProgram } from './program';

void runProgram(versioningProgram(process.env), process.argv.slice(2)).then(code => {
  process.exitCode = code;
});
