import { definitions } from '../../apps/reporting/src/main/definitions';
import { startTests } from '../../packages/db/testing/global-setup';

/** Once a run: a server, and on it the template that has what every service applies. */
export default (): Promise<void> => startTests([definitions]);
