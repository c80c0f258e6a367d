/** What a folder may import; all else is forbidden. */
const path = (p) => `^renderer/${p}(/|$)`;

/** @param {string} from @param {string[]} folders @param {string[]} packages */
const only = (from, folders, packages = null) => [
  {
    name: `${from}-imports`,
    severity: 'error',
    from: { path: path(from), pathNot: '\\.test\\.tsx?$' },
    to: {
      path: '^(renderer|electron|scripts|tests|resources)/',
      pathNot: [
        path(from),
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
          from: { path: path(from), pathNot: '\\.test\\.tsx?$' },
          to: {
            dependencyTypes: ['npm', 'npm-dev', 'core'],
            pathNot: packages.map((p) => `node_modules/${p}(/|$)`),
          },
        },
      ]
    : []),
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?|^virtual:' },
    },
    ...only('core', [], ['zod', '@noble/hashes']),
    ...only('ports', ['core'], []),
    ...only('ui', [], ['react']),
    ...only('content', ['core'], ['react']),
    ...only('state', ['ports', 'core'], ['jotai', 'react', 'zod', '@noble/hashes']),
    ...only('platform', ['ports', 'core']),
    ...only('engine', ['ports', 'core']),
    ...only('chain', ['ports', 'core']),
    ...only('storage', ['ports', 'core']),
    ...only('features', ['state', 'ports', 'core', 'content', 'ui']),
    {
      name: 'features-by-their-face',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: {
        path: '^renderer/features/([^/]+)/',
        pathNot: ['^renderer/features/$1/', '^renderer/features/[^/]+/index\\.tsx?$'],
      },
    },
    {
      name: 'jotai-through-state',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '^renderer/state/' },
      to: { path: 'node_modules/jotai' },
    },
    {
      name: 'routes-imports',
      severity: 'error',
      from: { path: '^renderer/routes\\.tsx$' },
      to: { path: '^renderer/', pathNot: ['^renderer/(features|ui)/'] },
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
        path: '^(renderer|scripts|tests)/',
        pathNot: [
          '^renderer/core/',
          '^renderer/chain/solana/message\\.ts$',
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
        path: '^(renderer|scripts|tests)/|^electron/main/',
        pathNot: [
          '^renderer/core/',
          '^renderer/chain/wallets/(failures|phantom|ethereum/discovery)\\.ts$',
          '^renderer/ui/[a-z]+\\.css$',
        ],
      },
    },
    {
      name: 'product-without-scripts-and-tests',
      severity: 'error',
      from: { path: '^(renderer|electron)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(scripts|tests)/' },
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
