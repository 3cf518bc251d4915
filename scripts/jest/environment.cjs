const path = require('node:path');
const { TestEnvironment } = require('jest-environment-node');

// The processes that tests start compile their code once. Workers are not among them: at their end, writing the cache
// would take longer than Jest waits.
process.env.NODE_COMPILE_CACHE = path.join(__dirname, '../../node_modules/.cache/compiled');

const { setInterval } = globalThis;
/** @type {NodeJS.Timeout[]} */
const intervals = [];
globalThis.setInterval = (...given) => {
  const interval = setInterval(...given);
  intervals.push(interval);
  return interval;
};

const compiledSchemas = new Map();

/**
 * Jest evaluates every module again for each test file. Third-party packages have no state that tests could see, so
 * they are evaluated once per worker instead: share-package.cjs requires them here, outside the test files' contexts.
 */
module.exports = class SharingEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { global } = this;
    global.requireShared = require;
    global.compiledSchemas = compiledSchemas;
    // Each test file has its own built-in classes. Our code uses instanceof with these two on objects from packages.
    global.Date = Date;
    global.Error = Error;
  }

  /** The intervals of packages would keep the memory of the test file. */
  async teardown() {
    for (const interval of intervals.splice(0)) clearInterval(interval);
    await super.teardown();
  }
};
