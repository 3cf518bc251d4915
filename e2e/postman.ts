import { writeCollections } from './postman/collection.js';

/** `npm run postman` generates a collection and an environment for each service from its OpenAPI document. */
for (const file of await writeCollections()) process.stdout.write(`${file}\n`);
