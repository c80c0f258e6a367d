import { test } from '../support/fixtures.ts';
import { MAIN_FLOW, mainFlow } from '../support/main-flow.ts';

test(`the desktop app: ${MAIN_FLOW}`, { tag: '@long' }, async ({ app, sandbox, traffic }) =>
  mainFlow({ app, sandbox, traffic }),
);
