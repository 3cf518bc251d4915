const { TestEnvironment } = require('jest-environment-node');

/**
 * Jest evaluates every module anew for each test file. Packages, which hold no state that a test could see,
 * are evaluated once a worker instead: share-package.cjs has them required here, outside of the test files.
 * What is our own is still evaluated for each file.
 */
module.exports = class SharingEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { global } = this;
    global.requireShared = require;
    // A test file has classes of its own of what JavaScript has built in. Our code asks packages' objects for
    // these two: with one Date and one Error it gets the answers of production.
    global.Date = Date;
    global.Error = Error;
  }
};
