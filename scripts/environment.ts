import { existsSync } from 'node:fs';

/** Takes up `.env` if there is one; what is already set in the environment wins. */
export function loadEnvironment(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}
