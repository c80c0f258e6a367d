import type { Configuration } from 'electron-builder';

import { APP_ID } from './main/origin.ts';

/** Pictures that the app can open, matching `electron/main/command-line.ts`. */
export const PICTURE_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
} as const;

export interface PackageEnvironment {
  readonly [name: string]: string | undefined;
}

/**
 * The configuration for electron-builder. Signing and notarisation use its own environment
 * variables (CSC_LINK, APPLE_API_KEY …). Without them the programs are unsigned, which a mainnet
 * build for Windows or macOS refuses.
 */
export function packageConfig(environment: PackageEnvironment): Configuration {
  const {
    LIKENESS_UPDATE_FEED: feed,
    LIKENESS_SUPPORT_EMAIL: mailbox,
    LIKENESS_APP_URL: homepage,
    LIKENESS_NETWORK: network,
    LIKENESS_ALLOW_UNSIGNED: allowUnsigned,
  } = environment;
  // Programs that handle money are signed, unless the operator explicitly disables it.
  const forceCodeSigning = network === 'mainnet' && allowUnsigned !== 'yes';
  return {
    appId: APP_ID,
    productName: 'Likeness',
    copyright: 'Likeness',
    directories: { output: 'dist', buildResources: 'resources/packaging' },
    // The built code contains everything it needs; the models are among the page's files.
    files: [
      'out/main/**',
      'out/preload/**',
      'out/renderer/**',
      'out/wallet-page/**',
      'out/engine-page/**',
      'package.json',
      '!node_modules/**',
    ],
    extraResources: [
      { from: 'resources/notices', to: 'notices' },
      { from: 'out/notices', to: 'notices' },
    ],
    asar: true,
    npmRebuild: false,
    artifactName: 'Likeness-${version}-${os}-${arch}.${ext}',
    extraMetadata: {
      // What Linux knows the app's windows by: Electron and electron-builder both read it.
      desktopName: 'likeness.desktop',
      // A Debian package must name both.
      homepage,
      author: { name: 'Likeness', email: mailbox || 'nobody@likeness.invalid' },
    },
    // The app checks only this address for updates. Nothing is uploaded to it.
    publish: feed ? { provider: 'generic', url: feed } : null,
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      // We have no V8 snapshot of our own.
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    },
    protocols: [{ name: 'Likeness', schemes: ['likeness'] }],
    win: {
      target: [{ target: 'nsis', arch: ['x64', 'arm64'] }],
      icon: 'resources/icons/icon.ico',
      forceCodeSigning,
    },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      // electron-builder's own associations would make the app the default program for every
      // picture.
      include: 'resources/packaging/installer.nsh',
    },
    mac: {
      forceCodeSigning,
      // The macOS updater uses the zip; users download the dmg.
      target: [
        { target: 'dmg', arch: ['universal'] },
        { target: 'zip', arch: ['universal'] },
      ],
      icon: 'resources/icons/icon.icns',
      category: 'public.app-category.graphics-design',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: 'resources/packaging/entitlements.plist',
      entitlementsInherit: 'resources/packaging/entitlements.plist',
      darkModeSupport: true,
      fileAssociations: [
        { name: 'Picture', ext: Object.keys(PICTURE_TYPES), role: 'Viewer', rank: 'Alternate' },
      ],
    },
    linux: {
      target: ['AppImage', 'deb'],
      icon: 'resources/icons/linux',
      category: 'Graphics',
      synopsis: 'Avatars from a photo, made on your own device',
      mimeTypes: [...new Set(Object.values(PICTURE_TYPES))],
      desktop: { entry: { Keywords: 'avatar;portrait;photo;' } },
    },
  };
}
