import { expect, sharedTest as test } from './test.ts';

test('a dark and an overexposed photo are developed to the brightness of a well lit one @long', async ({
  enginePage,
}) => {
  const lit = await enginePage.evaluate(async () => {
    const { drawScene, engine, pixels, recipeOf } = window.harness;
    const found: Record<string, number[]> = {};
    for (const name of ['finn', 'amara']) {
      found[name] = [];
      for (const light of [1, 0.6, 0.35, 0.2, 1.4]) {
        const canvas = await drawScene({
          width: 900,
          height: 900,
          people: [{ file: `people/${name}.webp`, x: 0, y: 0, edge: 900 }],
          filter: `brightness(${String(light)})`,
        });
        const analysis = await engine.analyse(await canvas.convertToBlob());
        const recipe = recipeOf('realistic', 'solid-color', 7);
        const { picture } = await engine.render(analysis, recipe, { size: 256, format: 'png' });
        engine.release(analysis);
        // The eyes are at 0.41 of the height; this area below holds cheeks and nose.
        const { data } = await pixels(picture);
        let [sum, count] = [0, 0];
        for (let y = 110; y < 150; y += 1) {
          for (let x = 104; x < 152; x += 1, count += 1) {
            const p = (y * 256 + x) * 4;
            sum +=
              (0.2126 * (data[p] ?? 0) +
                0.7152 * (data[p + 1] ?? 0) +
                0.0722 * (data[p + 2] ?? 0)) /
              255;
          }
        }
        found[name].push(sum / count);
      }
    }
    return found;
  });
  for (const [name, [well = NaN, ...others]] of Object.entries(lit)) {
    const [dim = NaN, dark = NaN, night = NaN, over = NaN] = others.map((each) => each / well);
    expect.soft(dim, `${name}, dim`).toBeGreaterThan(0.7);
    expect.soft(dark, `${name}, dark`).toBeGreaterThan(0.7);
    expect.soft(night, `${name}, night`).toBeGreaterThan(0.45);
    expect.soft(over, `${name}, overexposed`).toBeLessThan(1.3);
    for (const each of others) expect.soft(each / well, name).toBeLessThan(1.3);
  }
});

test('a black-and-white photo has no colour cast to correct', async ({ enginePage }) => {
  const colour = await enginePage.evaluate(async () => {
    const { drawScene, engine, pixels, recipeOf } = window.harness;
    const canvas = await drawScene({
      width: 900,
      height: 900,
      people: [{ file: 'people/finn.webp', x: 0, y: 0, edge: 900 }],
      filter: 'grayscale(1)',
    });
    const analysis = await engine.analyse(await canvas.convertToBlob());
    const found: Record<string, number> = {};
    for (const style of ['realistic', 'minimalist', 'pixel', 'watercolour'] as const) {
      const recipe = recipeOf(style, 'clean-white', 7);
      const { picture } = await engine.render(analysis, recipe, { size: 256, format: 'png' });
      const { data } = await pixels(picture);
      let sum = 0;
      for (let p = 0; p < data.length; p += 4) {
        const [r = 0, g = 0, b = 0] = data.slice(p, p + 3);
        sum += Math.max(r, g, b) - Math.min(r, g, b);
      }
      found[style] = sum / (data.length / 4);
    }
    engine.release(analysis);
    return found;
  });
  for (const [style, mean] of Object.entries(colour)) expect.soft(mean, style).toBeLessThan(3);
});
