import { z } from 'zod';
import type { AppConfig } from '../core/config.ts';

const loopback = z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ });
const sandbox = z.object({
  solanaRpc: z.array(loopback).min(1),
  treasury: z.string().min(32),
  appUrl: z.string(),
  media: z.object({ upload: loopback, read: loopback }),
  supportEndpoint: loopback.exactOptional(),
});

/**
 * The build's configuration. Only on the sandbox do the addresses come with the page, from the
 * server that started the sandbox; any other build ignores what a page might carry.
 */
export function readConfig(): AppConfig {
  const build = meta('likeness-build');
  const config = { ...__CONFIG__, ...(build !== undefined && { build }) };
  if (__NETWORK__ !== 'sandbox') return config;
  return { ...config, ...sandbox.parse(JSON.parse(meta('likeness-config') ?? '{}')) };
}

const meta = (name: string): string | undefined => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
