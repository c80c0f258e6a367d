/** What a folder may import; all else is forbidden. */
const path = (p) => `^renderer/${p}(/|$)`;

/** @param {string} from @param {string[]} folders @param {string[]} packages */
const only = (from, folders, packages = null) => [
  {
    name: `${from}-imports`,
    severity: 'error',
    from: { path: path(from), pathNot: '\\.test\\.tsx?$' },
    to: {
      path: '^(renderer|engine-host|electron|studio|scripts|sandbox|tests|resources)/',
      pathNot: [
        path(from),
        path('i18n'),
        ...folders.map((f) => (f.startsWith('^') ? f : path(f))),
        ...(from === 'core' || from === 'ports' ? [] : ['^resources/']),
      ],
    },
  },
  ...(packages
    ? [
        {
          name: `${from}-packages`,
          severity: 'error',
          from: { path: path(from), pathNot: ['\\.test\\.tsx?$', '/vite-[a-z-]+\\.ts$'] },
          to: {
            dependencyTypes: ['npm', 'npm-dev', 'core'],
            pathNot: packages.map((p) => `node_modules/${p}(/|$)`),
          },
        },
      ]
    : []),
];

/** The packages of a folder that isn't a room of the renderer, besides Node's own modules. */
const packagesOf = (name, folder, packages) => ({
  name: `${name}-packages`,
  severity: 'error',
  from: { path: folder, pathNot: '\\.test\\.ts$' },
  to: {
    dependencyTypes: ['npm', 'npm-dev'],
    pathNot: packages.map((p) => `node_modules/${p}(/|$)`),
  },
});

/** The folders of the engine whose code runs in its worker. */
const WORKER =
  '^renderer/engine/(backgrounds|faces|gl|matte|models|motion|photo|raster|styles|vector|worker)/';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?|^virtual:' },
    },
    ...only('core', [], ['zod', '@noble/hashes']),
    ...only('ports', ['core'], []),
    ...only('i18n', [], ['@lingui/(core|message-utils)']),
    ...only('ui', [], ['react']),
    ...only('content', ['core'], ['react']),
    ...only('state', ['ports', 'core'], ['jotai', 'react', 'zod', '@noble/hashes']),
    ...only(
      'platform',
      ['ports', 'core'],
      ['client-zip', 'workbox-(core|precaching|routing)', 'zod'],
    ),
    ...only('engine', ['ports', 'core'], ['@litertjs/core', 'delaunator', 'gifenc', 'mediabunny']),
    ...only(
      'chain',
      ['ports', 'core'],
      [
        '@noble/(ciphers|curves|hashes)',
        '@solana/.*',
        '@wallet-standard/.*',
        'react(-dom)?',
        'viem',
        'zod',
      ],
    ),
    ...only('storage', ['ports', 'core'], ['dexie', 'hash-wasm', 'zod']),
    ...only('drawing', ['ports', 'core'], []),
    ...only(
      'features',
      ['state', 'ports', 'core', 'content', 'drawing', 'ui'],
      [
        '@hookform/resolvers',
        // The windowed contact sheet.
        '@tanstack/(react-virtual|virtual-core)',
        'jotai',
        'jsqr',
        'react',
        'react-hook-form',
        'react-router-dom',
        'uqr',
        'zod',
      ],
    ),
    ...only(
      'app',
      [
        'state',
        'ports',
        'core',
        'content',
        'ui',
        'features',
        'platform',
        'engine',
        'chain',
        'storage',
        '^renderer/(routes\\.tsx|public/)',
      ],
      ['jotai', 'react', 'react-dom', 'react-router-dom', 'zod'],
    ),
    packagesOf('electron', '^electron/(main|preload)/', [
      '@lingui/core',
      '@noble/(curves|hashes)',
      'electron',
      'electron-updater',
      'zod',
    ]),
    packagesOf('engine-host', '^engine-host/', ['zod']),
    packagesOf('wallet-page', '^electron/wallet-page/', [
      '@noble/(curves|hashes)',
      '@solana/wallet-standard-features',
      '@wallet-standard/.*',
    ]),
    packagesOf('studio', '^studio/', [
      '@electric-sql/pglite',
      '@fastify/(multipart|rate-limit|swagger)',
      'csv-parse',
      'fastify',
      'pg',
      'prom-client',
      'puppeteer-core',
      's3mini',
      'zod',
    ]),
    {
      // What runs in the page sends messages to the worker, and loads none of its code.
      name: 'engine-page-without-worker',
      severity: 'error',
      from: { path: '^renderer/engine/([^/]+\\.ts|video/)', pathNot: '\\.test\\.ts$' },
      to: { path: WORKER },
    },
    {
      name: 'engine-worker-without-page',
      severity: 'error',
      from: { path: WORKER, pathNot: '\\.test\\.ts$' },
      to: { path: '^renderer/engine/((client|jobs|addresses)\\.ts|video/)' },
    },
    {
      // The preload script takes names, and nothing that has to be loaded.
      name: 'preload-takes-names',
      severity: 'error',
      from: { path: '^electron/preload/' },
      to: { pathNot: ['node_modules/electron/', '^renderer/platform/desktop/ipc-channels\\.ts$'] },
    },
    {
      name: 'state-by-its-face',
      severity: 'error',
      from: { path: '^renderer/(features|ui|content)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^renderer/state/[^/]+/',
        pathNot: '^renderer/state/[^/]+/index\\.ts$',
      },
    },
    {
      // A room of state takes another's face, contract or types; what tasks share is open to all.
      name: 'rooms-of-state-by-their-face',
      severity: 'error',
      from: { path: '^renderer/state/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^renderer/state/[^/]+/',
        pathNot: [
          '^renderer/state/$1/',
          '^renderer/state/[^/]+/(index|contract)\\.ts$',
          '^renderer/state/tasks/(board|journal|runner)\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'routes-take-screens',
      severity: 'error',
      from: { path: '^renderer/routes\\.tsx$' },
      to: {
        path: '^renderer/features/',
        pathNot: '^renderer/features/[^/]+/[^/]+-screens?\\.tsx$',
      },
    },
    {
      name: 'features-by-their-face',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: {
        path: '^renderer/features/([^/]+)/',
        pathNot: [
          '^renderer/features/$1/',
          '^renderer/features/parts/',
          '^renderer/features/[^/]+/index\\.ts$',
        ],
      },
    },
    {
      name: 'routes-imports',
      severity: 'error',
      from: { path: '^renderer/routes\\.tsx$' },
      to: { path: '^renderer/', pathNot: ['^renderer/(features|i18n|ui)/'] },
    },
    {
      name: 'implementations-by-the-composition-roots',
      severity: 'error',
      from: {
        path: '^renderer/',
        pathNot: [
          '^renderer/(app|platform|engine|chain|storage)/',
          '^renderer/vite(\\.config|-licences)\\.ts$',
          '\\.test\\.tsx?$',
        ],
      },
      to: { path: '^renderer/(app|platform|engine|chain|storage)/' },
    },
    {
      name: 'electron-imports',
      severity: 'error',
      from: { path: '^electron/', pathNot: ['\\.test\\.ts$', '^electron/wallet-page/'] },
      to: {
        path: '^(renderer|scripts|sandbox|tests)/',
        pathNot: [
          '^renderer/(core|i18n)/',
          '^renderer/chain/solana/(check-signed|message)\\.ts$',
          '^renderer/platform/desktop/ipc-(contract|channels)\\.ts$',
        ],
      },
    },
    {
      // The loopback page finds wallets and looks as the app does, and takes nothing else of it.
      name: 'wallet-page-imports',
      severity: 'error',
      from: { path: '^electron/wallet-page/' },
      to: {
        path: '^(renderer|scripts|sandbox|tests)/|^electron/main/',
        pathNot: [
          '^renderer/(core|i18n)/',
          '^renderer/chain/wallets/(failures|phantom|ethereum/discovery)\\.ts$',
          '^renderer/ui/[a-z]+\\.css$',
        ],
      },
    },
    {
      // The studio takes the product's rules, its plan of a batch, and its verifier of payments.
      name: 'studio-imports',
      severity: 'error',
      from: { path: '^studio/', pathNot: ['\\.test\\.ts$', '^studio/page/'] },
      to: {
        path: '^(renderer|electron|scripts|sandbox|tests)/|^studio/page/',
        pathNot: [
          '^renderer/(core|i18n|ports)/',
          '^renderer/state/generation/plan\\.ts$',
          '^renderer/engine/version\\.ts$',
          '^renderer/chain/solana/index\\.ts$',
          '^renderer/platform/(clock|requests)\\.ts$',
          '^studio/page/contract\\.ts$',
        ],
      },
    },
    {
      // The page in Chromium is the engine, with the app's own loops and banners.
      name: 'studio-page-imports',
      severity: 'error',
      from: { path: '^studio/page/' },
      to: {
        path: '^(renderer|electron|studio|scripts|sandbox|tests)/',
        pathNot: [
          '^renderer/(core|ports)/',
          '^renderer/engine/client\\.ts$',
          '^renderer/drawing/(banner|canvas|material)\\.ts$',
          '^renderer/public/boot\\.js$',
          '^renderer/state/motion/frames\\.ts$',
          '^renderer/ui/fonts\\.css$',
          '^studio/page/',
        ],
      },
    },
    {
      // What calls engines of the user's own: for the desktop, the studio and the local server.
      name: 'engine-host-imports',
      severity: 'error',
      from: { path: '^engine-host/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(renderer|electron|studio|scripts|sandbox|tests)/',
        pathNot: ['^renderer/(core|ports)/'],
      },
    },
    {
      name: 'product-without-scripts-and-tests',
      severity: 'error',
      from: { path: '^(renderer|engine-host|electron|studio)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(scripts|sandbox|tests)/' },
    },
    {
      // The installed app runs the studio's command line; its windows know nothing of it.
      name: 'app-without-studio',
      severity: 'error',
      from: { path: '^(renderer|electron)/', pathNot: '^electron/main/commands/' },
      to: { path: '^studio/' },
    },
    {
      name: 'commands-by-the-command-line',
      severity: 'error',
      from: { path: '^electron/main/commands/' },
      to: { path: '^studio/', pathNot: '^studio/(app|failures|engine/(engine|chromium))\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
    },
  },
};
