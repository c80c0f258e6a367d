/**
 * Writes a declaration for each CSS module, so that a misspelt class name doesn't compile. The
 * declarations are in `node_modules/.cache/css-types`; `rootDirs` in tsconfig.base.json merges them
 * with the sources. An unchanged declaration isn't rewritten, so that tsc stays incremental.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import typedCssModules from 'typed-css-modules';

const OUT = 'node_modules/.cache/css-types';
// A CommonJS package: Node puts its exports into the default export, while TypeScript sees the
// class.
const Creator = (typedCssModules as unknown as { default: typeof typedCssModules }).default;
const creator = new Creator({ outDir: OUT });

const list = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(ending),
  );

const modules = list('renderer', '.module.css').map((name) => join('renderer', name));
await Promise.all(
  modules.map(async (file) => {
    const declaration = await creator.create(file);
    await declaration.writeFile((text) => text.replace('export =', 'export default'));
  }),
);
for (const name of list(OUT, '.d.ts')) {
  if (!modules.includes(name.slice(0, -'.d.ts'.length))) rmSync(join(OUT, name));
}
