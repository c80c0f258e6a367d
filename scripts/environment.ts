import { existsSync } from 'node:fs';

/** Loads `.env` if it exists. Variables that are already set win. */
export function loadEnvironment(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}
