export { type EmbeddedServer, openEmbeddedServer } from './embedded-server';
