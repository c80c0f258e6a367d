/**
 * `npm run bench`: prints tables. Timings are noisy, so compare within one run; nothing asserts on
 * them. `npm run bench -- memory` takes minutes and looks for leaks instead.
 */
import { benchDesktop } from './desktop.ts';
import { benchEngine } from './engine.ts';
import { benchFirstPage } from './first-page.ts';
import { benchMemory } from './memory.ts';
import { benchPayments } from './payments.ts';

if (process.argv.includes('memory')) console.log(await benchMemory());
else {
  console.log(await benchFirstPage());
  console.log(await benchDesktop());
  console.log(await benchPayments());
  console.log(await benchEngine());
}
