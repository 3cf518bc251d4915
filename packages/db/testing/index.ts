export { createTestDatabase, type TestDatabase } from './template';
export { type TcpProxy, tcpProxy } from './tcp-proxy';
