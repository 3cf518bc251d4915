import express from 'express';

/** Express answering a constant: what a request costs before any work is done. */
const app = express();
app.use((_request, response) => response.json({ slug: 'bench', patch: 1 }));
app.listen(Number(process.env.PORT), '127.0.0.1');
