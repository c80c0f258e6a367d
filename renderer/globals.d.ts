import type { AppConfig } from './core/config.ts';
import type { Network } from './core/network.ts';

/** Constants that vite.config.ts defines for the build. */
declare global {
  const __NETWORK__: Network;
  const __CONFIG__: AppConfig;
}
