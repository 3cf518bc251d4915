const { types } = require('node:util');
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
    // these two of them: with one Date, and errors known by what they are, it gets the answers of production.
    global.Date = Date;
    const { Error: OwnError } = global;
    const isInstance = Function.prototype[Symbol.hasInstance];
    Object.defineProperty(OwnError, Symbol.hasInstance, {
      value(error) {
        return isInstance.call(this, error) || (this === OwnError && types.isNativeError(error));
      },
    });
  }
};
