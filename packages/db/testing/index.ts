export { connect } from './connect';
export { freePort } from './free-port';
export { onServer, untilConnection } from './on-server';
export { type RestartableServer, restartableServer } from './restartable-server';
export { type TcpProxy, tcpProxy } from './tcp-proxy';
export {
  copyTestDatabase,
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from './template';
export { createTestCluster, type TestCluster } from './test-cluster';
