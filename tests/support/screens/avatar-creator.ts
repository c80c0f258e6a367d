import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';

import { LikenessError, type ErrorCode } from '../../../renderer/core/errors.ts';
import type { PhotoAnalysis } from '../../../renderer/ports/engine.ts';
import type { PickedPhoto } from '../../../renderer/ports/photos.ts';
import { button, expectVisible } from './index.ts';
import { openApp, type App, type Opened } from './open-app.ts';
import { plainPicture, withEngine } from './picture-engine.ts';

export const stage = (): Locator => page.getByRole('region', { name: 'Preview' });
export const picture = (): Locator => stage().getByRole('img', { name: /^You in the style/ });
export const radio = (group: string, name: string): Locator =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true });
export const photo = (name: string): Locator => radio('Photos', name);
export const tool = (name: string): Locator => stage().getByRole('radio', { name, exact: true });
export const undo = (): Locator => stage().getByRole('button', { name: /^Undo/ });
export const redo = (): Locator => stage().getByRole('button', { name: /^Redo/ });

/** Waits until the picture shows the current choice. */
export async function rendered(): Promise<void> {
  await expectVisible(picture());
  await expect.element(stage()).toHaveAttribute('aria-busy', 'false');
}

const aPhoto = async (name: string): Promise<PickedPhoto> => ({
  name,
  file: await plainPicture(name.startsWith('large') ? 'teal' : 'tan', 'image/png', 300),
});

/** Opens the Avatar Creator and picks photos. */
export async function pick(
  names: readonly string[] = ['ada.png'],
  more: Omit<Opened, 'photos'> = {},
): Promise<App> {
  const app = await openApp('/customize', {
    photos: await Promise.all(names.map(aPhoto)),
    ...more,
  });
  await button('Choose photos').click();
  return app;
}

/** Opens the Avatar Creator, picks photos, and waits for the first one's picture. */
export async function analyse(...picked: Parameters<typeof pick>): Promise<App> {
  const app = await pick(...picked);
  await rendered();
  return app;
}

/** A device whose engine finds something else in each photo. */
export const finding = (
  change: (analysis: PhotoAnalysis) => Partial<PhotoAnalysis>,
): Pick<Opened, 'ports'> =>
  withEngine((engine) => ({
    async openPhoto(...asked) {
      const opened = await engine.openPhoto(...asked);
      return { ...opened, analysis: { ...opened.analysis, ...change(opened.analysis) } };
    },
  }));

/** A device whose engine refuses each photo. */
export const refusing = (code: ErrorCode): Pick<Opened, 'ports'> =>
  withEngine(() => ({
    importPhoto: () => Promise.reject(new LikenessError(code)),
    openPhoto: () => Promise.reject(new LikenessError(code)),
  }));
