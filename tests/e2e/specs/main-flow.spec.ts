import { test } from '../support/fixtures.ts';
import { MAIN_FLOW, mainFlow } from '../support/main-flow.ts';

test(MAIN_FLOW, { tag: '@smoke' }, async ({ app, sandbox, traffic }) =>
  mainFlow({ app, sandbox, traffic }),
);
