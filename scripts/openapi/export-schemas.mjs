import { readFileSync, writeFileSync } from 'node:fs';

/** Exports from the routes that tsoa generates what it validates the parameters of each operation by. */
const [file] = process.argv.slice(2);
const routes = readFileSync(file, 'utf8')
  .replace('const models: TsoaRoute.Models', 'export const models: TsoaRoute.Models')
  .replace(/const args(\w+): (.+) = \{$/gm, 'const args$1: $2 = parameters.$1 = {');
const declaration =
  'export const parameters: Record<string, Record<string, TsoaRoute.ParameterSchema>> = {};\n';
writeFileSync(file, routes.replace('export function RegisterRoutes', `${declaration}$&`));
