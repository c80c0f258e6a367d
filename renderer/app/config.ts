import type { AppConfig } from '../core/config.ts';

/**
 * Reads the build's configuration. Only on the sandbox are the addresses in the page, put there by
 * the server that started the sandbox; every other build ignores such values.
 */
export async function readConfig(): Promise<AppConfig> {
  const build = meta('likeness-build');
  const config = { ...__CONFIG__, ...(build !== undefined && { build }) };
  if (__NETWORK__ !== 'sandbox') return config;
  const { sandboxConfig } = await import('./sandbox-config.ts');
  return { ...config, ...sandboxConfig.parse(JSON.parse(meta('likeness-config') ?? '{}')) };
}

/** The content of the page's meta tag with this name. */
export const meta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
