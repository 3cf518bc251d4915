#!/usr/bin/env node
import { runProgram } from '@platform/service';
import { reportingProgram } from './program';

// A time that is given without an offset means the same wherever the service runs.
process.env.TZ = 'UTC';

void runProgram(reportingProgram(process.env), process.argv.slice(2)).then(code => {
  process.exitCode = code;
});
