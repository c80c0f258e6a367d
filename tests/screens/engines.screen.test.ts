import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { OWN_GRAPHS } from '../../renderer/core/engines/graph.ts';
import type { EngineSetup, KnownEngine } from '../../renderer/core/engines/setup.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import type { Engines, Probed } from '../../renderer/ports/engines.ts';
import { engineFailure, FakeEngines } from '../support/fake-engines.ts';
import {
  dialog,
  expectCount,
  expectTexts,
  expectVisible,
  findings,
  openApp,
} from '../support/screens/index.ts';

const ready: Probed = { version: 'ComfyUI 0.3.50', missing: [], sendsOn: [], class: 'machine' };
/** Engines without a network: they keep what they are given. */
function stand(begun: readonly KnownEngine[], probe: () => Promise<Probed>) {
  const engines = new Map(begun.map((one) => [one.name, one]));
  const saved: EngineSetup[] = [];
  const keys: (string | undefined)[] = [];
  const port: Engines = {
    ...new FakeEngines().of('comfy'),
    list: () => Promise.resolve([...engines.values()]),
    find: (address) =>
      address.includes('nowhere')
        ? Promise.reject(engineFailure('not-running'))
        : Promise.resolve({ kind: 'comfy', address }),
    save(setup, key) {
      saved.push(setup);
      keys.push(key);
      const { photoBytes = 0 } = engines.get(setup.name) ?? {};
      const known = { ...setup, hasKey: Boolean(key), photoBytes };
      engines.set(setup.name, known);
      return Promise.resolve(known);
    },
    remove(name) {
      engines.delete(name);
      return Promise.resolve();
    },
    probe,
    allowPhotos(name, allowed) {
      const known = engines.get(name);
      const { photosAllowed: _, ...rest } = known ?? {
        name,
        kind: 'edits',
        address: '',
        hasKey: false,
        photoBytes: 0,
      };
      engines.set(name, { ...rest, ...(allowed !== null && { photosAllowed: allowed }) });
      return Promise.resolve();
    },
  };
  return { saved, keys, port, ports: () => ({ engines: () => Promise.resolve(port) }) };
}
const own: KnownEngine = {
  name: 'own',
  kind: 'comfy',
  address: 'http://127.0.0.1:8188',
  hasKey: true,
  keyInMemory: true,
  photosAllowed: 'machine',
  photoBytes: 250_000,
};
const SETTINGS = '/dashboard?tab=settings';
const section = () => page.getByRole('region', { name: 'Engines' });
const card = (name: string) => section().getByRole('article', { name });

describe('engines in the settings', () => {
  test('a page from the internet says that the desktop app can connect one', async () => {
    await openApp(SETTINGS);
    await expectVisible(section().getByText(/can’t reach your engine. The desktop app can/));
    expect(section().getByRole('textbox').elements()).toEqual([]);
  });

  test('a local server that was stopped is asked again when they are shown anew', async () => {
    const { ports } = stand([own], () => Promise.resolve(ready));
    const { engines } = ports();
    const away = () => Promise.reject(new LikenessError('network-unreachable'));
    const reach = vi.fn<typeof engines>(away);
    const app = await openApp(SETTINGS, { ports: () => ({ engines: reach }) });
    await expectVisible(section().getByText(/can’t reach your engine/));
    reach.mockImplementation(engines);
    app.go('/dashboard');
    await expectCount(section(), 0);
    app.go(SETTINGS);
    await expectVisible(card('own'));
  });

  test('are what an address leads to, though their part loads after the page', async () => {
    await openApp(`${SETTINGS}#engines`);
    await expect.element(section().getByRole('heading')).toBeInViewport();
  });

  test('one is added by its address, and its failures have sentences', async () => {
    const { saved, port, ports } = stand([], () => Promise.resolve(ready));
    await openApp(SETTINGS, { ports });
    const address = section().getByLabelText('Address of the engine');
    const add = section().getByRole('button', { name: 'Add engine' });
    await address.fill('my engine');
    await add.click();
    await expectVisible(section().getByText(/^Enter a full address/));
    await address.fill('http://nowhere:1');
    await add.click();
    await expect.element(section().getByRole('alert')).toHaveTextContent(/doesn’t answer/);
    // What was said of the address before says nothing of this one.
    await address.fill('my engine');
    await add.click();
    await expectVisible(section().getByText(/^Enter a full address/));
    await expectCount(section().getByText(/doesn’t answer/), 0);
    await address.fill('http://127.0.0.1:8188/');
    const form = section().getByRole('form', { name: 'Add engine' });
    const key = form.getByLabelText('Key (optional)');
    await key.fill('secret');
    await userEvent.keyboard('{Enter}');
    await expectVisible(card('comfyui').getByText('Ready to use'));
    expect(saved).toEqual([{ name: 'comfyui', kind: 'comfy', address: 'http://127.0.0.1:8188' }]);
    await expect.element(key).toHaveValue('');
    await expect.element(key).toHaveFocus();
    // From another tab.
    await port.save({ ...own, name: 'comfyui-2' });
    await address.fill('http://127.0.0.1:8189');
    await add.click();
    await expectVisible(card('comfyui-3'));
    expect(await findings()).toEqual([]);
  });

  test('reachable and ready are two, and what is missing and passed on is listed', async () => {
    const probed = {
      ...ready,
      missing: [
        'UNETLoader lacks qwen.safetensors (there is qwen2.safetensors)',
        'it lacks the node X',
      ],
      sendsOn: ['Cloud', 'Sky'],
    };
    const { ports } = stand([own], () => Promise.resolve(probed));
    await openApp(SETTINGS, { ports });
    await expectVisible(card('own').getByText('Reachable', { exact: true }));
    await expectVisible(card('own').getByText('Not ready'));
    await expectTexts(card('own').getByRole('listitem'), probed.missing);
    await expectVisible(card('own').getByText(/passes the photo on to others: Cloud and Sky/));
    await expectVisible(card('own').getByText(/key is kept only until you quit/));
  });

  test('says what went there, takes consent back, and removes it', async () => {
    const { ports } = stand([own], () => Promise.reject(engineFailure('cannot-edit', 'Not Found')));
    await openApp(SETTINGS, { ports });
    const mine = card('own');
    await expectVisible(mine.getByText(/can’t edit pictures.*Not Found/));
    await expectVisible(mine.getByText('Sent so far: 250 KB of photos.', { exact: false }));
    await mine.getByRole('button', { name: 'Allow no more photos' }).click();
    await expectVisible(mine.getByText('No photo may be sent to it.', { exact: false }));
    await mine.getByRole('button', { name: 'Remove' }).click();
    expect(await findings(['light'])).toEqual([]);
    await expectVisible(dialog('Remove own').getByText('The key kept for it is deleted, too.'));
    await dialog('Remove own').getByRole('button', { name: 'Remove' }).click();
    await expect.element(mine).not.toBeInTheDocument();
    await expectVisible(section().getByLabelText('Address of the engine'));
  });

  test('a model is changed and taken back, and a key entered again', async () => {
    const { saved, keys, ports } = stand([{ ...own, kind: 'edits', model: 'paintr' }], () =>
      Promise.reject(engineFailure('key')),
    );
    await openApp(SETTINGS, { ports });
    const save = card('own').getByRole('button', { name: 'Save' });
    const model = card('own').getByLabelText('Model');
    for (const text of ['painter', '']) {
      await model.fill(text);
      await save.click();
      await expectCount(save, 0);
    }
    const key = card('own').getByLabelText('Key (optional)');
    await key.fill('another');
    await save.click();
    await expect.element(key).toHaveValue('');
    const { name, address } = own;
    const setup = { name, kind: 'edits', address };
    expect(saved).toEqual([{ ...setup, model: 'painter' }, setup, setup]);
    expect(keys).toEqual([undefined, undefined, 'another']);
    expect(await findings()).toEqual([]);
  });

  test('a workflow is imported, and one with several places asks which count', async () => {
    const { saved, ports } = stand([own], () => Promise.resolve(ready));
    await openApp(SETTINGS, { ports });
    const mine = card('own');
    const give = (content: unknown): Promise<void> =>
      userEvent.upload(
        mine.getByLabelText('Workflow file'),
        new File([JSON.stringify(content)], 'workflow.json', { type: 'application/json' }),
      );
    await mine.getByLabelText('Workflow', { exact: true }).selectOptions('FLUX.1 Kontext');
    await expect.poll(() => saved.at(-1)?.workflow).toBe('kontext');
    await give({ nodes: [], links: [] });
    await expectVisible(mine.getByText(/Workflow, Export \(API\)/));
    await give(OWN_GRAPHS.kontext);
    await expect.poll(() => saved.at(-1)?.workflow).toContain('FluxKontextImageScale');

    const second = { class_type: 'LoadImage', inputs: { image: '' }, _meta: { title: 'Frame' } };
    await give({ ...OWN_GRAPHS.kontext, second });
    await mine.getByLabelText('Node that takes the photo').selectOptions('Frame (second)');
    await mine.getByRole('button', { name: 'Use this workflow' }).click();
    await expect.poll(() => saved.at(-1)?.workflow).toContain('"title":"photo"');
    expect(JSON.parse(saved.at(-1)?.workflow ?? '')).toMatchObject({
      second: { _meta: { title: 'photo' } },
    });
    expect(await findings()).toEqual([]);
  });
});
