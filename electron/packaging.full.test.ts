import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';

import { licenceTexts, mayShip, shippedPackages } from '../renderer/vite-licences.ts';
import { PICTURE_EXTENSIONS } from './main/command-line.ts';
import { packageConfig, PICTURE_TYPES } from './package-config.ts';

/** The compiler for Windows installers, if installed (Debian: `apt install nsis`). */
const hasNsis = spawnSync('makensis', ['-VERSION']).status === 0;

const plain = packageConfig({});
const complete = packageConfig({
  LIKENESS_UPDATE_FEED: 'https://updates.example/likeness',
  LIKENESS_SUPPORT_EMAIL: 'help@likeness.example',
  LIKENESS_APP_URL: 'https://likeness.example',
});

describe('the packaged program', () => {
  it('is described as electron-builder understands it', () => {
    const path = createRequire(import.meta.url).resolve('app-builder-lib/scheme.json');
    const validate = new Ajv({ allErrors: true, strict: false }).compile(
      JSON.parse(readFileSync(path, 'utf8')) as object,
    );
    for (const config of [plain, complete]) {
      validate(JSON.parse(JSON.stringify(config)));
      expect(validate.errors ?? []).toEqual([]);
    }
    validate({ ...plain, nsis: { oneKlick: true } });
    expect(validate.errors).not.toBeNull();
    // Its schema takes seconds to compile.
  }, 120_000);

  it('cannot be made to run anything else', () => {
    expect(plain.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
    expect(plain.asar).toBe(true);
  });

  it('leaves no fuse that electron-builder knows to its default', () => {
    const builder = createRequire(
      createRequire(import.meta.url).resolve('app-builder-lib/package.json'),
    );
    const { FuseV1Options } = builder('@electron/fuses') as {
      FuseV1Options: Record<string, string | number>;
    };
    const known = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
    expect(known).toContain('RunAsNode');
    expect(
      Object.keys(plain.electronFuses ?? {})
        .map((name) => name.toLowerCase())
        .sort(),
    ).toEqual(known.map((name) => name.toLowerCase()).sort());
  });

  it('holds the built app and nothing of the repository', () => {
    expect(plain.files).toEqual([
      'out/main/**',
      'out/preload/**',
      'out/renderer/**',
      'out/wallet-page/**',
      'out/engine-page/**',
      'package.json',
      '!node_modules/**',
    ]);
    expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({
      main: 'out/main/index.js',
    });
  });

  it('is made only with the web app’s address', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['node_modules/tsx/dist/cli.mjs', 'scripts/package.ts'],
      {
        encoding: 'utf8',
        env: { ...process.env, LIKENESS_NETWORK: 'devnet', LIKENESS_APP_URL: '' },
      },
    );
    expect([status, stderr]).toEqual([1, expect.stringContaining('Set LIKENESS_APP_URL')]);
  });

  it('asks for updates only where a feed is named', () => {
    expect(plain.publish).toBeNull();
    expect(complete.publish).toEqual({
      provider: 'generic',
      url: 'https://updates.example/likeness',
    });
  });

  it('is signed on mainnet, unless the operator says otherwise in so many words', () => {
    const forced = (environment: Record<string, string>) => {
      const { win, mac } = packageConfig(environment);
      return [win?.forceCodeSigning, mac?.forceCodeSigning];
    };
    const mainnet = { LIKENESS_NETWORK: 'mainnet' };
    expect(forced(mainnet)).toEqual([true, true]);
    expect(forced({ ...mainnet, LIKENESS_ALLOW_UNSIGNED: '1' })).toEqual([true, true]);
    expect(forced({ ...mainnet, LIKENESS_ALLOW_UNSIGNED: 'yes' })).toEqual([false, false]);
    expect(forced({ LIKENESS_NETWORK: 'devnet' })).toEqual([false, false]);
  });

  it('is made for three systems, which its files’ names tell apart', () => {
    expect(plain.win?.target).toEqual([{ target: 'nsis', arch: ['x64', 'arm64'] }]);
    // The macOS updater uses a zip.
    expect(plain.mac?.target).toEqual([
      { target: 'dmg', arch: ['universal'] },
      { target: 'zip', arch: ['universal'] },
    ]);
    expect(plain.linux?.target).toEqual(['AppImage', 'deb']);
    // Electron names its windows by this, and electron-builder the class that it gives the launcher.
    expect(plain.extraMetadata).toHaveProperty('desktopName', 'likeness.desktop');
    expect(plain.linux?.desktop?.entry).not.toHaveProperty('StartupWMClass');
    expect(plain.artifactName).toBe('Likeness-${version}-${os}-${arch}.${ext}');
  });

  it('opens pictures and links without taking pictures from their own program', () => {
    const extensions = Object.keys(PICTURE_TYPES);
    expect(plain).not.toHaveProperty('fileAssociations');
    expect(plain.mac?.fileAssociations).toEqual([
      { name: 'Picture', ext: extensions, role: 'Viewer', rank: 'Alternate' },
    ]);
    expect(plain.linux?.mimeTypes).toEqual([
      'image/png',
      'image/jpeg',
      'image/webp',
      'image/avif',
      'image/gif',
    ]);
    const installer = readFileSync('resources/packaging/installer.nsh', 'utf8');
    const listed = (macro: string) =>
      [...installer.matchAll(new RegExp(`insertmacro ${macro} "(\\w+)"`, 'g'))].map(
        ([, extension]) => extension,
      );
    expect(listed('likenessOpens')).toEqual(extensions);
    expect(listed('likenessForgets')).toEqual(extensions);
    expect(installer).toContain('Software\\Classes\\likeness\\shell\\open\\command');
    expect(plain.protocols).toEqual([{ name: 'Likeness', schemes: ['likeness'] }]);
    // The same as in the open dialog.
    expect(extensions).toEqual(PICTURE_EXTENSIONS);
  });

  it.skipIf(!hasNsis)(
    'adds to the installer what NSIS compiles without a warning',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'likeness-nsis-'));
      // With the names from electron-builder's own script.
      const script = `
      Unicode true
      Name "Likeness"
      OutFile "${join(folder, 'installer.exe')}"
      !define APP_EXECUTABLE_FILENAME "Likeness.exe"
      !include "${resolve(plain.nsis?.include ?? '')}"
      Page instfiles
      UninstPage instfiles
      Section "install"
        WriteUninstaller "$INSTDIR\\uninstaller.exe"
        !insertmacro customInstall
      SectionEnd
      Section "un.install"
        !insertmacro customUnInstall
      SectionEnd`;
      const { stdout, status } = spawnSync('makensis', ['-WX', '-INPUTCHARSET', 'UTF8', '-'], {
        input: script,
        encoding: 'utf8',
      });
      rmSync(folder, { recursive: true });
      expect(status, stdout).toBe(0);
    },
    60_000,
  );

  it('runs hardened on macOS, with leave to compile and no other', () => {
    expect(plain.mac).toMatchObject({
      hardenedRuntime: true,
      entitlements: 'resources/packaging/entitlements.plist',
      entitlementsInherit: 'resources/packaging/entitlements.plist',
    });
    const entitlements = readFileSync('resources/packaging/entitlements.plist', 'utf8');
    expect([...entitlements.matchAll(/<key>([^<]+)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
    ]);
  });

  it('names files that are there', () => {
    for (const path of [
      plain.win?.icon,
      plain.mac?.icon,
      plain.linux?.icon,
      plain.nsis?.include,
      'resources/notices/THIRD-PARTY.md',
    ]) {
      expect(path && existsSync(path), String(path)).toBe(true);
    }
  });
});

describe('the licences inside', () => {
  const texts = licenceTexts();
  it.each([
    'react',
    'zod',
    'dexie',
    '@solana/web3.js',
    '@litertjs/core',
    '@fontsource-variable/fraunces',
  ])('hold that of %s', (name) => {
    expect(texts).toMatch(new RegExp(`^${name.replace('/', '\\/')} \\d[\\w.-]* \\(`, 'm'));
  });

  it('are all of a kind that may be shipped', () => {
    expect(shippedPackages().filter((one) => !mayShip(one))).toEqual([]);
  });

  it.each([
    ['GPL-3.0-only', false],
    ['LGPL-3.0-only', false],
    ['AGPL-3.0-or-later', false],
    ['MIT AND LGPL-3.0-only', false],
    ['unknown', false],
    ['SEE LICENSE IN LICENSE', false],
    // Allowed by name only.
    ['MPL-2.0', false],
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['Apache-2.0 AND MIT', true],
  ])('%s: %s', (licence, allowed) => {
    expect(mayShip({ name: 'some-package', licence })).toBe(allowed);
  });

  it('hold texts, and nothing of what only builds and tests', () => {
    expect(texts).toContain('Permission is hereby granted, free of charge');
    expect(texts).not.toMatch(/^(vitest|electron-builder|@playwright\/test) /m);
  });
});
