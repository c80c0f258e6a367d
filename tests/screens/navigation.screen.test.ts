import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { createNavigation, type Navigation } from '../../renderer/app/navigation.ts';
import type { ScreenRoute } from '../../renderer/routes.tsx';

const Screen = () => null;

/** A route whose screen loads, or fails to load, when the test says so. */
class Held {
  readonly route: ScreenRoute;
  asked = 0;
  come = (): void => undefined;
  fail = (): void => undefined;

  constructor(path: string) {
    this.route = {
      path,
      load: () => {
        this.asked += 1;
        return new Promise((resolve, reject) => {
          this.come = () => resolve(Screen);
          this.fail = () => reject(new Error('no such chunk'));
        });
      },
    };
  }
}

const home: ScreenRoute = { path: '/', Screen };
const near: ScreenRoute = { path: '/near/:id', Screen };

function open(...held: readonly Held[]): Navigation {
  const navigation = createNavigation([home, near, ...held.map(({ route }) => route)]);
  onTestFinished(navigation.stop);
  return navigation;
}

const at = (navigation: Navigation): string =>
  navigation.snapshot()?.location.pathname ?? 'nowhere';

/** Resolves when another screen is shown. */
const shownNext = (navigation: Navigation): Promise<void> =>
  new Promise((resolve) => {
    const leave = navigation.subscribe(() => {
      leave();
      resolve();
    });
  });

async function back(navigation: Navigation): Promise<void> {
  const shown = shownNext(navigation);
  navigation.go(-1);
  await shown;
}

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  const tall = document.createElement('div');
  tall.style.height = '5000px';
  document.body.append(tall);
  scrollTo(0, 0);
  onTestFinished(() => {
    tall.remove();
    scrollTo(0, 0);
  });
});

describe('a screen whose code is still to come', () => {
  test('leaves the old one and its address in place until it is there', async () => {
    const far = new Held('/far');
    const navigation = open(far);
    navigation.push('/far?plan=pro');
    expect([at(navigation), location.pathname]).toEqual(['/', '/']);
    const shown = shownNext(navigation);
    far.come();
    await shown;
    expect([at(navigation), location.pathname + location.search]).toEqual([
      '/far',
      '/far?plan=pro',
    ]);
  });

  test('isn’t shown to someone who has gone elsewhere', async () => {
    const far = new Held('/far');
    const navigation = open(far);
    navigation.push('/far');
    navigation.push('/near/1');
    far.come();
    await Promise.resolve();
    expect([at(navigation), location.pathname]).toEqual(['/near/1', '/near/1']);
  });

  test('that doesn’t come hands on why, and is asked for again the next time', async () => {
    const far = new Held('/far');
    const navigation = open(far);
    navigation.push('/far');
    const failed = shownNext(navigation);
    far.fail();
    await failed;
    expect(navigation.snapshot()?.loaded).toEqual({ thrown: new Error('no such chunk') });
    expect(location.pathname).toBe('/far');
    navigation.push('/');
    navigation.push('/far');
    expect(far.asked).toBe(2);
    const shown = shownNext(navigation);
    far.come();
    await shown;
    expect(navigation.snapshot()?.loaded).toEqual({ Screen });
  });

  test('is nothing at all while it is the first', async () => {
    history.replaceState(null, '', '/far');
    const far = new Held('/far');
    const navigation = open(far);
    expect(navigation.snapshot()).toBeUndefined();
    const shown = shownNext(navigation);
    far.come();
    await shown;
    expect(at(navigation)).toBe('/far');
  });
});

describe('the scroll position', () => {
  test('is the top of a new screen, and on the way back where one was', async () => {
    const navigation = open();
    scrollTo(0, 700);
    navigation.push('/near/1');
    expect(navigation.snapshot()?.scrollTo).toBe(0);
    scrollTo(0, 300);
    navigation.push('/near/2');
    await back(navigation);
    expect([at(navigation), navigation.snapshot()?.scrollTo]).toEqual(['/near/1', 300]);
    await back(navigation);
    expect([at(navigation), navigation.snapshot()?.scrollTo]).toEqual(['/', 700]);
  });

  test('is left alone when only the query changes and the screen says so', () => {
    const navigation = open();
    navigation.replace('/?style=artistic', null, { preventScrollReset: true });
    expect(navigation.snapshot()).not.toHaveProperty('scrollTo');
    expect(location.search).toBe('?style=artistic');
  });

  test('is left to the browser for a link within the page', async () => {
    const navigation = open();
    scrollTo(0, 500);
    const shown = shownNext(navigation);
    location.hash = '#main';
    await shown;
    expect(navigation.snapshot()?.location.hash).toBe('#main');
    expect(navigation.snapshot()).not.toHaveProperty('scrollTo');
  });

  test('is there again after a reload', () => {
    const first = open();
    first.push('/near/1');
    scrollTo(0, 420);
    first.stop();
    expect(open().snapshot()).toMatchObject({ scrollTo: 420, location: { pathname: '/near/1' } });
  });

  test('is nothing where something else lies in its place', () => {
    sessionStorage.setItem('likeness.scroll', '{"/":"far down"}');
    expect(open().snapshot()).not.toHaveProperty('scrollTo');
    sessionStorage.setItem('likeness.scroll', 'null');
    expect(open().snapshot()).not.toHaveProperty('scrollTo');
  });
});

test('what a link gives its screen stays with the entry', async () => {
  const navigation = open();
  navigation.push('/near/1', { from: 'sheet' });
  navigation.push('/near/2');
  expect(navigation.snapshot()?.location.state).toBeNull();
  await back(navigation);
  expect(navigation.snapshot()?.location.state).toEqual({ from: 'sheet' });
});

test('a screen that faded in fades on the way back', async () => {
  const navigation = open();
  navigation.push('/near/1', null, { viewTransition: true });
  expect(navigation.snapshot()?.fades).toBe(true);
  await back(navigation);
  expect(navigation.snapshot()?.fades).toBe(true);
  navigation.push('/near/2');
  await back(navigation);
  expect(navigation.snapshot()?.fades).toBe(false);
});
