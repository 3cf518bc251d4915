// Opens the embedded server in the given folder, prints its URL, and keeps it open until killed.
const path = require('node:path');
const { buildSync } = require('esbuild');

const [directory] = process.argv.slice(2);
const source = path.join(__dirname, '..', 'src', 'embedded');
const { outputFiles } = buildSync({
  entryPoints: [path.join(source, 'embedded-server.ts')],
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'cjs',
  write: false,
});
const built = new module.constructor(path.join(source, 'embedded-server.js'), module);
built.filename = built.id;
built.paths = module.paths;
built._compile(outputFiles[0].text, built.filename);
built.exports.openEmbeddedServer(directory, { durable: false }).then(({ url }) => {
  console.log(url);
  setInterval(() => undefined, 1_000);
});
