import { TAKEN_AWAY } from '../e2e/support/taken-away.ts';
import { expect, test } from './test.ts';

/** Scripts that remove a feature from the browser; run in the worker before the engine. */
const FAULTS = {
  ...TAKEN_AWAY,
  nothing: '',
  'a decoder': `self.createImageBitmap = () => Promise.reject(new DOMException('', 'InvalidStateError'));`,
  'float targets that hold more than white': `
    const store = WebGL2RenderingContext.prototype.texStorage2D;
    WebGL2RenderingContext.prototype.texStorage2D = function (target, levels, format, ...edges) {
      store.call(this, target, levels, format === this.RGBA16F ? this.RGBA8 : format, ...edges);
    };`,
} as const;

for (const [missing, lacks, tag] of [
  ['nothing', [], ''],
  ['the WebP encoder', [], ' @long'],
  ['the JPEG encoder', ['encode'], ' @long'],
  ['a decoder', ['decode'], ''],
  ['float textures', ['graphics'], ''],
  ['float targets that hold more than white', ['graphics'], ' @long'],
  ['true pixels', ['pixels'], ' @long'],
  ['WebAssembly’s SIMD', ['models'], ''],
] as const) {
  test(`without ${missing}, the self-test names ${lacks.join() || 'nothing'}${tag}`, async ({
    enginePage,
  }) => {
    const found = await enginePage.evaluate(async (script) => {
      const { engine, faults } = window.harness;
      faults.push(script);
      return engine.selfTest();
    }, FAULTS[missing]);
    expect(found).toEqual(lacks);
  });
}

test('the engine renders after its self-test, in the same worker', async ({ enginePage }) => {
  const { type, workers } = await enginePage.evaluate(async () => {
    const { engine, file, workers, recipeOf } = window.harness;
    await engine.selfTest();
    const analysis = await engine.analyse(await file('people/finn.webp'));
    const recipe = recipeOf('modern', 'gradient', 1);
    const { picture } = await engine.render(analysis, recipe, { size: 128, format: 'png' });
    return { type: picture.type, workers: workers.length };
  });
  expect({ type, workers }).toEqual({ type: 'image/png', workers: 1 });
});
