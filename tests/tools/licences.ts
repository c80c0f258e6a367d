import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
});

/** Packages that the build takes code from although they are no dependencies of the running app. */
const BUILT_IN = ['@litertjs/core', '@litertjs/wasm-utils'];
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** The licence texts of every package whose code may be in the build, as one file. */
export function licenceTexts(root = '.'): string {
  const { packages } = lockFile.parse(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
  );
  const shipped = Object.entries(packages)
    .filter(
      ([path, { dev }]) =>
        path !== '' && (!dev || BUILT_IN.some((name) => path === `node_modules/${name}`)),
    )
    // Optional parts for other systems aren't installed here, and aren't in the build.
    .filter(([path]) => existsSync(join(root, path)))
    .sort(([one], [other]) => one.localeCompare(other, 'en'));
  const parts = shipped.map(([path, { version = '', license = 'see its source' }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const texts = readdirSync(join(root, path))
      .filter((file) => LICENCE_FILE.test(file))
      .sort()
      .map((file) => readFileSync(join(root, path, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...new Set(texts)].join('\n\n');
  });
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `Packages that Likeness is built from, and their licences.${rule}${parts.join(rule)}\n`;
}
