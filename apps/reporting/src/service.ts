import type { Service } from '@platform/command-line';
import { createApp } from './app';
import { type Config, readConfig, settings } from './config';
import { type Context, createContext } from './context';

export const reporting: Service<Config, Context> = {
  name: 'reporting',
  description:
    'Who in an organization meets its competency requirements, who does not, and how that changes.',
  settings,
  readConfig,
  createContext,
  createApp,
};
