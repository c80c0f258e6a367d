import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { SAMPLE_RECIPES } from '../../renderer/core/sample-recipes.ts';
import { ENGINE_VERSION } from '../../renderer/engine/version.ts';
import {
  hashOfFile,
  hashOfMaking,
  MANIFEST,
  SAMPLE_PICTURES,
  samplePath,
  type SampleManifest,
  type SamplePicture,
} from './sample-pictures.ts';

const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as SampleManifest;
const first = SAMPLE_PICTURES[0] as SamplePicture;

describe('committed samples (after a change of recipe or engine: npm run samples)', () => {
  it('were rendered by this engine', () => {
    expect(manifest.engine).toBe(ENGINE_VERSION);
  });

  it.each(SAMPLE_PICTURES)('$file is what its recipe says', (picture) => {
    const made = manifest.pictures[picture.file];
    expect(made?.made, 'the recipe, the photo or the engine changed since it was rendered').toBe(
      hashOfMaking(picture),
    );
    expect(existsSync(samplePath(picture.file)), 'missing').toBe(true);
    expect(hashOfFile(samplePath(picture.file)), 'altered since it was rendered').toBe(made?.file);
  });

  it('are all there is', () => {
    const files = readdirSync(samplePath('.'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.webp'),
    );
    expect(files.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(
      SAMPLE_PICTURES.map(({ file }) => file).sort(),
    );
    expect(Object.keys(manifest.pictures).sort()).toEqual(
      SAMPLE_PICTURES.map(({ file }) => file).sort(),
    );
  });
});

describe('the hash of how a picture is made', () => {
  it('changes with every part of the recipe, and with the engine', () => {
    const { recipe } = first;
    const others = [
      { ...recipe, seed: recipe.seed + 1 },
      { ...recipe, background: 'abstract' },
      { ...recipe, options: { ...recipe.options, strength: 0.5 } },
      { ...recipe, engine: recipe.engine + 1 },
    ] as const;
    const hashes = [first, ...others.map((other) => ({ ...first, recipe: other }))].map(
      hashOfMaking,
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('heeds no order of keys', () => {
    const { style, background, seed, options, engine } = first.recipe;
    expect(hashOfMaking({ ...first, recipe: { engine, options, seed, background, style } })).toBe(
      hashOfMaking(first),
    );
  });
});

it('the hero’s head is framed by one seed in all styles', () => {
  expect(new Set(Object.values(SAMPLE_RECIPES.amara).map(({ seed }) => seed)).size).toBe(1);
});
