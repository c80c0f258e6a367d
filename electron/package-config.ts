import type { Configuration } from 'electron-builder';

/** Pictures that can be opened with the app, as `electron/main/command-line.ts` takes them. */
export const PICTURE_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
} as const;

export interface PackageEnvironment {
  readonly [name: string]: string | undefined;
}

/**
 * How electron-builder makes the installers. Signing and notarisation are by its own environment
 * variables (CSC_LINK, APPLE_API_KEY …): without them the programs are unsigned, which a mainnet
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
  // What handles money is signed, unless the operator says otherwise in so many words.
  const forceCodeSigning = network === 'mainnet' && allowUnsigned !== 'yes';
  return {
    appId: 'app.likeness.desktop',
    productName: 'Likeness',
    copyright: 'Likeness',
    directories: { output: 'dist', buildResources: 'resources/packaging' },
    // The built code holds all it needs; models are among the page's files.
    files: [
      'out/main/**',
      'out/preload/**',
      'out/renderer/**',
      'out/wallet-page/**',
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
    // A Debian package has to name both.
    extraMetadata: {
      homepage: homepage || 'https://likeness.invalid',
      author: { name: 'Likeness', email: mailbox || 'nobody@likeness.invalid' },
    },
    // The app asks this address for newer versions, and only this; it is nowhere uploaded to.
    publish: feed ? { provider: 'generic', url: feed } : null,
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      // There is no snapshot of our own to load.
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
      // electron-builder's own associations would make the app the program that opens every picture.
      include: 'resources/packaging/installer.nsh',
    },
    mac: {
      forceCodeSigning,
      // The updater on macOS takes the zip; people take the dmg.
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
      desktop: { entry: { StartupWMClass: 'Likeness', Keywords: 'avatar;portrait;photo;' } },
    },
  };
}
