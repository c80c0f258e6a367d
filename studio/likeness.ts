/** The command line `likeness`: see docs/studio.md. */
import { fileURLToPath } from 'node:url';

import { main } from './cli/main.ts';
import { animate } from './commands/animate.ts';
import { banner } from './commands/banner.ts';
import { bulk } from './commands/bulk.ts';
import { doctor } from './commands/doctor.ts';
import { look } from './commands/look.ts';
import { render } from './commands/render.ts';
import { serve } from './commands/serve.ts';
import { status } from './commands/status.ts';
import { token } from './commands/token.ts';
import { worker } from './commands/worker.ts';
import { createEngine } from './engine/engine.ts';
import { startHeadless } from './engine/headless.ts';

const page = fileURLToPath(new URL('./page', import.meta.url));

process.exitCode = await main(
  process.argv.slice(2),
  { render, bulk, animate, banner, look, serve, worker, status, token, doctor },
  { createEngine: () => createEngine(() => startHeadless(page)), config: __CONFIG__ },
);
