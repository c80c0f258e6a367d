import type { AppConfig } from './core/config.ts';
import type { Network } from './core/network.ts';

/** Constants of the build, put in by vite.config.ts. */
declare global {
  const __NETWORK__: Network;
  const __CONFIG__: AppConfig;
}
