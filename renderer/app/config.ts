import { z } from 'zod';
import type { AppConfig } from '../core/config.ts';

const sandbox = z.object({
  solanaRpc: z.array(z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ })).min(1),
  treasury: z.string().min(32),
  appUrl: z.string(),
});

/**
 * The build's configuration. Only on the sandbox do the addresses come with the page, from the
 * server that started the sandbox; any other build ignores what a page might carry.
 */
export function readConfig(): AppConfig {
  if (__NETWORK__ !== 'sandbox') return __CONFIG__;
  const meta = document.querySelector<HTMLMetaElement>('meta[name="likeness-config"]');
  return { ...__CONFIG__, ...sandbox.parse(JSON.parse(meta?.content ?? '{}')) };
}
