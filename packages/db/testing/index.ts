export { type TcpProxy, tcpProxy } from './tcp-proxy';
export { createTestDatabase, type TestDatabase } from './template';
