export { addressBlock, addressKey, plainAddress } from './client-address';
export { allowSlowArrival } from './client-errors';
export { cutOffAfter } from './connections';
export { matchesTag, readEntityTags, tagOf } from './entity-tags';
export { absoluteUrl, externalPath, linkTo, redirectBelow } from './external-url';
export { charsetOf, documentedQuery, formInput, jsonInput } from './input';
export { createLog, type Log } from './log';
export { createMetrics, type Metrics, serveMetrics } from './metrics';
export { type OpenApiDocument, operationOf } from './operations';
export {
  baseProblems,
  type FieldError,
  invalidField,
  invalidFields,
  Problem,
  type ProblemExamples,
  type RenderedProblem,
  renderProblem,
} from './problems';
export { toClientProblem } from './request-errors';
export { addLogFields } from './request-log';
export { type RunningServer, type ServeOptions, serve } from './serve';
export { createServiceApp, iocContainer, type ServiceAppOptions } from './service-app';
export { type Claim, type SlotOptions, Slots } from './slots';
export {
  disconnectSignal,
  prepend,
  requireClient,
  streamResponse,
  untilAborted,
} from './stream-response';
