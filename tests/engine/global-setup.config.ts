import { startHarness } from './harness.ts';

/** Builds and serves the harness once for all specs. */
async function globalSetup(): Promise<() => Promise<void>> {
  const harness = await startHarness();
  process.env['ENGINE_HARNESS'] = harness.url;
  return () => harness.close();
}

export default globalSetup;
