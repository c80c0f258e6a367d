import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';

import { MODEL_PACKAGES } from './engine/vite-models.ts';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      license: z.string().optional(),
      /** 'sha512-' followed by base64. */
      integrity: z.string().optional(),
      dev: z.boolean().optional(),
      /** Needed by tools, and by the app only where it is installed for them. */
      devOptional: z.boolean().optional(),
      /** A folder of this repository, so our own code. */
      link: z.boolean().optional(),
    }),
  ),
});

/**
 * Packages that the build includes although the running app doesn't depend on them: `debug`, in the
 * desktop's updater, uses supports-color if it is installed.
 */
const BUILT_IN = [...MODEL_PACKAGES, '@litertjs/wasm-utils', 'supports-color', 'has-flag'];

/** Licences (SPDX) that require only that their text is included. */
const TAKEN = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  // Fonts.
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Packages whose package.json names no licence; it was read from the text they include. */
const UNNAMED: Readonly<Record<string, string>> = {
  eyes: 'MIT',
  'text-encoding-utf-8': 'Unlicense',
};

/**
 * Packages under MPL-2.0 that may be in the build. To add one, name it here and leave it unchanged;
 * its text is included with the others. Its own files stay under MPL-2.0.
 */
const MPL: ReadonlySet<string> = new Set(['mediabunny']);

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
/** The package that a path's last node_modules folder leads to: '@scope/name' or 'name'. */
const packageOf = (path: string): string | undefined =>
  /.*[\\/]?node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/?]+)/.exec(path)?.[1]?.replace('\\', '/');

export interface Shipped {
  readonly name: string;
  readonly version: string;
  /** SPDX, or 'unknown'. */
  readonly licence: string;
  /** Its folder, relative to the root. */
  readonly path: string;
  /** SHA-512 of the package in the registry, hex. */
  readonly sha512?: string;
}

/**
 * Every package in the lock file whose code may be in a build; it may list too many, never too few.
 */
export function shippedPackages(root = '.'): Shipped[] {
  const { packages } = lockFile.parse(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
  );
  return (
    Object.entries(packages)
      .filter(([path, { dev, devOptional, link }]) => {
        const name = packageOf(path);
        return name !== undefined && !link && (!(dev || devOptional) || BUILT_IN.includes(name));
      })
      // Optional packages for other systems aren't installed here, and aren't in the build.
      .filter(([path]) => existsSync(join(root, path)))
      .sort(([one], [other]) => one.localeCompare(other, 'en'))
      .map(([path, { version = '', license, integrity }]) => {
        const name = packageOf(path) ?? '';
        const sum = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
        return {
          name,
          version,
          licence: license ?? UNNAMED[name] ?? 'unknown',
          path,
          ...(sum !== undefined && { sha512: Buffer.from(sum, 'base64').toString('hex') }),
        };
      })
  );
}

/** Whether we may ship it: for '(A OR B)' one must be allowed, for 'A AND B' both. */
export function mayShip({ name, licence }: Pick<Shipped, 'name' | 'licence'>): boolean {
  const plain = licence.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(plain)) return false;
  return plain
    .split(' OR ')
    .some((choice) =>
      choice.split(' AND ').every((one) => TAKEN.has(one) || (one === 'MPL-2.0' && MPL.has(name))),
    );
}

/**
 * The licence texts of everything that is shipped, as one file.
 * @throws Error that names each package under a licence that we can't ship
 */
export function licenceTexts(root = '.'): string {
  const shipped = shippedPackages(root);
  const refused = shipped.filter((one) => !mayShip(one));
  if (refused.length > 0) {
    const names = refused.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    throw new Error(
      `These packages can't be shipped under their licences: ${names.join(', ')}. Replace them, or read renderer/vite-licences.ts.`,
    );
  }
  const parts = shipped.map(({ name, version, licence, path }) => {
    const texts = readdirSync(join(root, path))
      .filter((file) => LICENCE_FILE.test(file))
      .sort()
      .map((file) => readFileSync(join(root, path, file), 'utf8').trim());
    return [`${name} ${version} (${licence})`, ...new Set(texts)].join('\n\n');
  });
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `Packages that Likeness is built from, and their licences.${rule}${parts.join(rule)}\n`;
}

/**
 * A bill of materials of what is shipped, in CycloneDX 1.5. The same packages give the same text.
 */
export function billOfMaterials(root = '.'): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const components = shippedPackages(root).map((one) => {
    const purl = `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`;
    return {
      type: 'library',
      // The same version may be installed in several places.
      'bom-ref': `${purl}#${one.path}`,
      name: one.name,
      version: one.version,
      licenses: [{ expression: one.licence }],
      purl,
      ...(one.sha512 && { hashes: [{ alg: 'SHA-512', content: one.sha512 }] }),
    };
  });
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': 'likeness', name: 'Likeness', version },
    },
    components,
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** Names under which the build serves the licence texts and the bill of materials. */
const LICENCES_FILE = 'LICENSES.txt';
const BILL_FILE = 'sbom.cdx.json';

/**
 * Writes the licence texts and the bill of materials next to the page, and fails a build that
 * includes code from a package they don't name. `emit` is false for workers, whose files go into
 * the page's folder anyway.
 */
export const licences = (root: string, emit = true): Plugin => ({
  name: 'likeness:licences',
  apply: 'build',
  generateBundle() {
    const named = new Set(shippedPackages(root).map(({ name }) => name));
    for (const id of this.getModuleIds()) {
      const name = packageOf(id);
      if (name !== undefined && !named.has(name))
        this.error(`${name} is in the build and not among its licences: is it a dependency?`);
    }
    if (!emit) return;
    this.emitFile({ type: 'asset', fileName: LICENCES_FILE, source: licenceTexts(root) });
    this.emitFile({ type: 'asset', fileName: BILL_FILE, source: billOfMaterials(root) });
  },
});
