/** `npm run bench`: prints tables. Timings are noisy, so compare within one run; nothing asserts on them. */
import { benchEngine } from './engine.ts';
import { benchFirstPage } from './first-page.ts';

console.log(await benchFirstPage());
console.log(await benchEngine());
