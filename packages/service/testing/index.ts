export { type RunningService, testServiceContract } from './contract';
export { keptBy } from './kept-by';
export { type CommandResult, runCommandLine } from './run-command-line';
export { runInProcess } from './run-in-process';
export {
  type ServiceProcess,
  type ServiceToStart,
  startServiceProcess,
} from './service-process';
