/**
 * Builds the studio into one folder: the engine page, the command line, and a package.json for
 * installing it.
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig } from 'vite';

import { readBuildConfig } from '../renderer/core/build-config.ts';
import { engineFiles } from '../renderer/engine/vite-models.ts';
import { licences } from '../renderer/vite-licences.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/**
 * The engine's page, into the given folder.
 * @param models false for the desktop app, whose own page already has them
 */
export const enginePage = (outDir: string, models = true): InlineConfig => ({
  root: join(ROOT, 'studio/page'),
  base: '/',
  plugins: [engineFiles(models), licences(ROOT, models)],
  worker: { format: 'iife', plugins: () => [licences(ROOT, false)] },
  // Vite would take a relative path from the page's folder.
  build: {
    target: 'es2023',
    outDir: resolve(outDir),
    emptyOutDir: true,
    assetsInlineLimit: 0,
  },
});

const commandLine = (into: string, network: string, version: string): InlineConfig => {
  const config = readBuildConfig({ ...process.env, LIKENESS_NETWORK: network }, version);
  return {
    root: ROOT,
    publicDir: false,
    define: { __NETWORK__: JSON.stringify(network), __CONFIG__: JSON.stringify(config) },
    build: {
      target: 'node20',
      ssr: 'studio/likeness.ts',
      outDir: into,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'likeness.js', banner: '#!/usr/bin/env node' } },
    },
  };
};

/** Packages that the built code imports, at the versions this repository pins. */
function dependenciesOf(imports: Iterable<string>, manifest: Manifest): Record<string, string> {
  const names = [...imports]
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  const known = { ...manifest.devDependencies, ...manifest.dependencies };
  return Object.fromEntries(
    [...new Set(names)].sort().map((name) => {
      const version = known[name];
      if (version === undefined)
        throw new Error(`The studio imports ${name}, which package.json doesn’t name.`);
      return [name, version];
    }),
  );
}

/** @throws Error with a message if the network's configuration is incomplete */
export async function buildStudio(into: string, network: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  const quiet = { configFile: false, mode: 'production', logLevel: 'warn' } as const;
  await build({ ...enginePage(join(into, 'page')), ...quiet });
  const built = await build({ ...commandLine(into, network, manifest.version), ...quiet });
  const chunks = (Array.isArray(built) ? built : [built])
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((one) => one.type === 'chunk');
  const own = new Set(chunks.map(({ fileName }) => fileName));
  const imports = chunks
    .flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
    .filter((name) => !own.has(name));
  const installable = {
    name: 'likeness-studio',
    version: manifest.version,
    license: manifest.license,
    private: true,
    type: 'module',
    engines: manifest.engines,
    bin: { likeness: './likeness.js' },
    dependencies: dependenciesOf(imports, manifest),
  };
  writeFileSync(join(into, 'package.json'), `${JSON.stringify(installable, undefined, 2)}\n`);
  chmodSync(join(into, 'likeness.js'), 0o755);
}
