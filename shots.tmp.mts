import { chromium } from '@playwright/test';
import { serveApp } from './tests/sandbox/serve-app.ts';
const app = await serveApp({ root: 'out/web', port: 0, addresses: [] });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const langs = process.argv[2].split(','), paths = process.argv[3].split(','), width = Number(process.argv[4]);
for (const l of langs) {
  const page = await (await browser.newContext({ viewport: { width, height: width < 500 ? 844 : 900 }, serviceWorkers: 'block', reducedMotion: 'reduce' })).newPage();
  page.on('console', (m) => { if (m.type() === 'error' || m.type()==='warning') console.log(l, m.text().slice(0, 200)); });
  page.on('pageerror', (e) => console.log(l, 'ERR', e.message.slice(0, 300)));
  for (const p of paths) {
    await page.goto(`${app.appUrl}/${l}${p === '/' ? '' : p}`);
    await page.waitForLoadState('networkidle').catch(() => 0);
    const w = await page.evaluate(() => document.documentElement.scrollWidth);
    if (w > width) console.log('WIDE', l, p, w);
    await page.screenshot({ path: `/tmp/lead/shots/${l}-${p.replace(/\W/g, '_')}-${width}.png`, fullPage: false });
  }
}
await browser.close(); await app.stop();
