import type { Service } from '@platform/command-line';
import { createApp } from './app';
import { type Config, readConfig, settings } from './config';
import { type Context, createContext } from './context';

export const versioning: Service<Config, Context> = {
  name: 'versioning',
  description:
    'Semantic version numbers of named packages, handed out atomically to build pipelines.',
  settings,
  readConfig,
  createContext,
  createApp,
};
