import type { AppConfig } from '../core/config.ts';

/**
 * The build's configuration. Only on the sandbox do the addresses come with the page, from the
 * server that started the sandbox; any other build ignores what a page might carry.
 */
export async function readConfig(): Promise<AppConfig> {
  const build = meta('likeness-build');
  const config = { ...__CONFIG__, ...(build !== undefined && { build }) };
  if (__NETWORK__ !== 'sandbox') return config;
  const { sandboxConfig } = await import('./sandbox-config.ts');
  return { ...config, ...sandboxConfig.parse(JSON.parse(meta('likeness-config') ?? '{}')) };
}

/** What came with the page, by its name. */
export const meta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
