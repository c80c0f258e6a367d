import type { Network } from '../../renderer/core/network.ts';
import { buildOnce } from './build-once.ts';

/**
 * Builds the browser app into `.likeness/`, unless a build of the same sources is there. Returns
 * its folder.
 */
export const buildWeb = (
  network: Network,
  onBuild: () => void = () => undefined,
): Promise<string> =>
  buildOnce(`web-${network}`, ['tests/sandbox/build-web.ts'], async (outDir) => {
    onBuild();
    // Imported only here: a start with nothing to build takes half the time.
    const [{ build }, { rendererConfig }] = await Promise.all([
      import('vite'),
      import('../../renderer/vite.config.ts'),
    ]);
    const config = rendererConfig('web', network);
    await build({
      ...config,
      configFile: false,
      logLevel: 'warn',
      build: { ...config.build, outDir, emptyOutDir: true },
    });
  });
