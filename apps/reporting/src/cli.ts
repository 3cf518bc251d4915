#!/usr/bin/env node
import { runProgram } from '@platform/service';
import { reportingProgram } from './main/program';

void runProgram(reportingProgram(process.env), process.argv.slice(2)).then(code => {
  process.exitCode = code;
});
