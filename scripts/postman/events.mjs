import { assertionsOf } from './assertions.mjs';

/** What runs after an answer: the assertions, and what later requests need of it. */
export function eventsOf(operation, document, { remember = {}, ...step } = {}) {
  // A block of its own: other tools add scripts of theirs, with names of theirs.
  const exec = ['{', ...assertionsOf(operation, document, step), ...remembering(remember), '}'];
  return [{ listen: 'test', script: { type: 'text/javascript', exec } }];
}

/** What an answer lacks is not remembered: what the environment holds stays. */
function remembering(variables) {
  const entries = Object.entries(variables);
  if (entries.length === 0) return [];
  return [
    "const body = type.endsWith('json') ? pm.response.json() : null;",
    `const found = { ${entries.map(([name, expression]) => `${name}: ${expression}`).join(', ')} };`,
    'for (const [name, value] of Object.entries(found)) {',
    '  if (value !== undefined) pm.environment.set(name, value);',
    '}',
  ];
}
