/**
 * `node --import tsx stand-in-serve.ts …`: the studio's `serve` with its options, and an engine that
 * draws nothing.
 */
import { readBuildConfig } from '../../renderer/core/build-config.ts';
import { serve } from '../../studio/commands/serve.ts';
import { standInEngine } from './stand-in-engine.ts';

process.exitCode = await serve.run(process.argv.slice(2), {
  createEngine: () => standInEngine(),
  config: readBuildConfig({ LIKENESS_NETWORK: 'sandbox' }, '0'),
});
