const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');

/** The transform of packages. The set-up of a run, which is in no test file, has them as they are. */
exports.process = (text, file) => ({
  code: `if (globalThis.requireShared) module.exports = globalThis.requireShared(${JSON.stringify(file)});
else (function () {${text}
}).call(exports);`,
});

exports.getCacheKey = (text, file) =>
  createHash('sha256').update(readFileSync(__filename)).update(text).update(file).digest('hex');
