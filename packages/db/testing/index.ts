export { connect } from './connect';
export { type TcpProxy, tcpProxy } from './tcp-proxy';
export { createEmptyDatabase, createTestDatabase, type TestDatabase } from './template';
