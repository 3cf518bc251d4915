const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');

/** Transforms packages. The global setup, which runs outside test files, evaluates them as usual. */
exports.process = (text, file) => ({
  code: `if (globalThis.requireShared) module.exports = globalThis.requireShared(${JSON.stringify(file)});
else (function () {${text}
}).call(exports);`,
});

exports.getCacheKey = (text, file) =>
  createHash('sha256').update(readFileSync(__filename)).update(text).update(file).digest('hex');
