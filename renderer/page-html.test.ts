import { describe, expect, it } from 'vitest';

import { SHARE_PICTURE } from './content/pages.ts';
import { fillPage, hoistStyles, robots, sitemap, type PageParts } from './page-html.ts';

const TEMPLATE = `<html lang="en"><head>
<meta
  name="description"
  content="Old"
/>
<title>Likeness</title>
<link rel="likeness-entry" crossorigin href="/assets/index.js" />
<link rel="modulepreload" crossorigin href="/assets/first.js">
</head><body><div id="root"></div></body></html>`;
const PAGE: PageParts = {
  path: '/pricing',
  locale: 'en',
  title: 'Pricing & "plans"',
  description: 'Pay once: $1 & <no> more',
  html: '<link rel="preload" as="image" fetchPriority="high" href="/a.webp"/><link rel="preload" as="image" href="/b.webp"/><h1>Pay once</h1>',
  scripts: ['/assets/pricing.js'],
  styles: ['/assets/pricing.css'],
  picture: '/share.jpg',
  pictureAlt: 'A face',
  appUrl: 'https://likeness.example/',
};

describe('a page rendered at build', () => {
  it('holds its text, its own files, and what previews and search engines read', () => {
    const page = fillPage(TEMPLATE, PAGE);
    expect(page).toContain('<div id="root" data-page="/pricing"><h1>Pay once</h1></div>');
    expect(page).toContain('<title>Pricing &#38; &#34;plans&#34;</title>');
    expect(page).toContain('content="Pay once: $1 &#38; &#60;no&#62; more"');
    expect(page).not.toContain('Old');
    expect(page).toContain('<link rel="stylesheet" crossorigin href="/assets/pricing.css" />');
    expect(page).toContain('<link rel="canonical" href="https://likeness.example/pricing" />');
    expect(page).toContain('og:image" content="https://likeness.example/share.jpg"');
    expect(page).toContain('og:image:alt" content="A face"');
    expect(page).toContain(`og:image:width" content="${String(SHARE_PICTURE.width)}"`);
  });

  it('leaves its scripts until it shows', () => {
    const page = fillPage(TEMPLATE, PAGE);
    expect(page).not.toMatch(/<script|modulepreload/);
    expect(page).toContain('<link rel="likeness-entry" crossorigin href="/assets/index.js" />');
    expect(page).toContain('<link rel="likeness-later" crossorigin href="/assets/first.js">');
    expect(page).toContain('<link rel="likeness-later" crossorigin href="/assets/pricing.js" />');
  });

  it('asks early for the pictures that are urgent, and for no others', () => {
    const page = fillPage(TEMPLATE, PAGE);
    expect(page.indexOf('/a.webp')).toBeLessThan(page.indexOf('</head>'));
    expect(page.indexOf('/a.webp')).toBeGreaterThan(0);
    expect(page).not.toContain('/b.webp');
  });

  it('names no address that the build doesn’t know', () => {
    const page = fillPage(TEMPLATE, { ...PAGE, appUrl: '' });
    expect(page).not.toMatch(/canonical|og:url|og:image/);
    expect(robots('')).not.toContain('Sitemap');
    expect(robots(PAGE.appUrl)).toContain('Sitemap: https://likeness.example/sitemap.xml');
    expect(sitemap(['/', '/pricing'], PAGE.appUrl)).toContain(
      '<loc>https://likeness.example/pricing</loc>',
    );
  });

  it.each(['<script>x</script>', '<p style="color:red">', '<p onclick="x()">'])(
    'is refused with %s, which the policy would refuse in the browser',
    (html) => {
      expect(() => fillPage(TEMPLATE, { ...PAGE, html })).toThrow('/pricing');
    },
  );

  it('is refused when the template has no place for it', () => {
    expect(() => fillPage('<p>', PAGE)).toThrow('index.html');
  });

  it('has its styles in a sheet, each once', () => {
    const { html, css } = hoistStyles(
      '<i style="--from:0;background:url(&quot;/a.webp&quot;)"></i><b style="left:1px"></b><u style="left:1px"></u>',
    );
    expect(html).toBe('<i data-style="0"></i><b data-style="1"></b><u data-style="1"></u>');
    expect(css).toBe(
      '[data-style="0"]{--from:0;background:url("/a.webp")}\n[data-style="1"]{left:1px}\n',
    );
  });
});
