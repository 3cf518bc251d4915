import { testBasePath } from './base-path';
import { testDocuments } from './documents';
import { testHealth } from './health';
import { testLimits } from './limits';
import { testProcesses } from './processes';
import { testRequests } from './requests';
import type { ServiceUnderTest } from './service-under-test';

export type { RunningService, ServiceUnderTest } from './service-under-test';

/** Tests the behaviour that all services share; each service runs it in a test file. */
export function testServiceContract(service: ServiceUnderTest): void {
  describe('health', () => testHealth(service));
  describe('documents', () => testDocuments(service));
  describe('requests', () => testRequests(service));
  describe('limits', () => testLimits(service));
  describe('base path', () => testBasePath(service));
  describe('start and stop', () => testProcesses(service));
}
