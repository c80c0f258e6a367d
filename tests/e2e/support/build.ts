import { buildWeb } from '../../sandbox/build-web.ts';

/** The build that all tests share; skipped when it is there already from the same sources. */
export default async function build(): Promise<void> {
  await buildWeb('sandbox');
}
