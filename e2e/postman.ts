import { writeCollections } from './postman/collection.js';

/** `npm run postman`: a collection and an environment for each service, from its committed document. */
for (const file of await writeCollections()) process.stdout.write(`${file}\n`);
