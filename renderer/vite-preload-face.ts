import type { Plugin } from 'vite';

/**
 * Preloads the display face before any style sheet is read, so that the first heading rarely
 * changes its font. `face` matches the font's name in the bundle.
 */
export const preloadFace = (face: RegExp): Plugin => ({
  name: 'likeness:preload-face',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => face.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
            href: `/${file}`,
          },
          injectTo: 'head' as const,
        })),
  },
});
