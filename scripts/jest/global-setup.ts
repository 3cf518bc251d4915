import { definitions } from '../../apps/reporting/src/main/definitions';
import { startTests } from '../../packages/db/testing/global-setup';

/** Starts a server with the template database once per run. */
export default (): Promise<void> => startTests([definitions]);
