import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['{renderer,electron,scripts,tests}/**/*.test.{ts,tsx}'],
    // These run in a browser: screens.vitest.config.ts.
    exclude: ['**/node_modules/**', 'tests/screens/**'],
    environment: 'node',
    restoreMocks: true,
    // What is tested is the result; a busy machine may take its time.
    testTimeout: 30_000,
  },
});
