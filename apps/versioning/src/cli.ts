#!/usr/bin/env node
import { runProgram } from '@platform/service';
import { versioningProgram } from './main/program';

void runProgram(versioningProgram(process.env), process.argv.slice(2)).then(code => {
  process.exitCode = code;
});
