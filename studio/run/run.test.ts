import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { openLine, type Line } from '../../engine-host/line.ts';
import { readBuildConfig } from '../../renderer/core/build-config.ts';
import { protocolOf } from '../../renderer/core/engines/protocol.ts';
import { LOOKS } from '../../renderer/core/looks.ts';
import { saidNote } from '../../renderer/core/photo-notes.ts';
import { listen } from '../../sandbox/listen.ts';
import { standInEngine } from '../../tests/studio/stand-in-engine.ts';
import { testFolder } from '../../tests/support/folders.ts';
import { minutes } from '../../tests/support/timeouts.ts';
import { make } from '../commands/make.ts';
import { EXIT, StudioError } from '../failures.ts';
import { runLooks } from '../looks/run.ts';
import { animations, pictures } from '../making.ts';
import { animationsSchema, recipesSchema } from '../recipes.ts';
import { findPeople, peopleOfPhotos } from './people.ts';
import { writeReport } from './report.ts';
import { runPeople, type RunEvent } from './run.ts';

let folder: string;
beforeEach(() => void (folder = testFolder()));

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** Each name's bytes as UTF-8, which file systems count. */
const bytesOf = (names: readonly string[]): number[] =>
  names.map((name) => Buffer.byteLength(name));

describe('the people of a manifest', () => {
  const people = (rows: readonly (readonly [person: string, photo: string])[]) => {
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    return findPeople(
      write(
        'people.csv',
        `person,photo\n${rows.map((row) => row.map(quoted).join()).join('\n')}\n`,
      ),
      'out',
    );
  };

  it('have folders that every system takes, and keep their names', async () => {
    const found = await people([
      ['漢'.repeat(100), 'a.png'],
      [`${'漢'.repeat(99)}字`, 'a.png'],
      ['NUL.Bob', 'a.png'],
      ['Ann\u202Egpj.exe', 'a.png'],
      ['../../etc', 'a.png'],
      ['Dr.', 'a.png'],
      ['👩🏽'.repeat(80), 'a.png'],
      ['Ana', 'a.png'],
      ['ANA', 'a.png'],
    ]);
    const names = found.map(({ name }) => name);
    expect(names).toEqual([
      '漢'.repeat(60),
      `${'漢'.repeat(60)} 2`,
      '_NUL.Bob',
      'Anngpj.exe',
      'etc',
      'Dr',
      expect.stringMatching(/^(?:👩🏽?)+$/u),
      'Ana',
      'ANA 2',
    ]);
    expect(Math.max(...bytesOf(names))).toBeLessThan(200);
    expect(found.map(({ given }) => given)).toEqual([
      '漢'.repeat(100),
      `${'漢'.repeat(99)}字`,
      'NUL.Bob',
      'Ann\u202Egpj.exe',
      '../../etc',
      'Dr.',
      '👩🏽'.repeat(80),
      undefined,
      'ANA',
    ]);
  });

  it.each([
    ['semicolons', 'person;photo\nAna, Bo;a.png\n;\n'],
    ['tabs and a byte order mark', '\uFEFFPerson\tPhoto\r\nAna, Bo\ta.png\r\n\t\r\n'],
    ['commas, and empty last rows', 'Person,PHOTO\n"Ana, Bo",a.png\n,\n,\n'],
  ])('are those of a spreadsheet with %s', async (_, text) => {
    const photos = [join(folder, 'a.png')];
    expect(await findPeople(write('people.csv', text), 'out')).toEqual([
      { name: 'Ana, Bo', photos },
    ]);
  });

  it('are never named in a wrong encoding', async () => {
    const file = write('people.csv', '');
    writeFileSync(file, Buffer.from('person,photo\nMüller,a.png\n', 'latin1'));
    await expect(findPeople(file, 'out')).rejects.toThrow('not valid for encoding utf-8');
  });

  // Work that grows with the square of the rows would take longer than that.
  it(
    'may be one with 100,000 photos, or many whose names are cut to the same',
    { timeout: minutes(1) },
    async () => {
      const many = Array.from({ length: 100_000 }, (_, n) => ['Ana', `${String(n)}.png`] as const);
      const [ana, ...others] = await people(many);
      expect([ana?.photos.length, others]).toEqual([100_000, []]);
      const alike = Array.from(
        { length: 20_000 },
        (_, n) => [`${'x'.repeat(180)}${String(n)}`, 'a.png'] as const,
      );
      expect(new Set((await people(alike)).map(({ name }) => name)).size).toBe(20_000);
    },
  );
});

it('takes every photo of a folder and its subfolders, except hidden ones and what it made', async () => {
  for (const name of ['', 'Ann', '.trash', 'Bo/1/2', 'Bo/.trash', 'Cy', 'Cy/.likeness', 'Cy/Ann']) {
    mkdirSync(join(folder, name), { recursive: true });
    for (const photo of ['a.JPG', 'b.jfif', 'c.jpe', 'd.pjpeg', '._a.jpg', '.jpg', 'notes.txt'])
      write(join(name, photo), '');
  }
  const found = await findPeople(folder, 'out');
  expect(found.map(({ name, photos }) => [name, photos.length])).toEqual([
    ['Ann', 4],
    ['Bo', 4],
    ['Cy', 4],
    ...['a', 'b', 'c', 'd'].map((name) => [name, 1]),
  ]);
});

it('says that a GIF is smaller than other loops', () => {
  const summary = (format: string): string =>
    animations(animationsSchema.parse({ styles: ['ink'], size: 1080, format })).summary;
  expect(summary('gif')).toContain(', at most 540 px, gif');
  expect(summary('mp4')).toContain(', 1080 px, mp4');
});

describe('a run', () => {
  /** The names that the last run planned files for. */
  let planned: string[] = [];
  const run = async (photos: readonly string[], spend: (key: string) => Promise<void>) => {
    const events: RunEvent[] = [];
    const making = pictures(recipesSchema.parse({ styles: ['minimalist'], count: 1, seed: 1 }));
    planned = [];
    const { report, failure } = await runPeople({
      people: peopleOfPhotos(photos),
      making: {
        ...making,
        plan(person, usable) {
          planned.push(person);
          return making.plan(person, usable);
        },
      },
      out: join(folder, 'out'),
      engine: standInEngine(),
      shouldStop: () => false,
      spend,
      onEvent: (event) => void events.push(event),
    });
    return { report, failure, events };
  };

  it('overwrites no file, and knows the one it made beside it', async () => {
    mkdirSync(join(folder, 'ben'));
    const photos = [write('ann.png', 'one'), write(join('ben', 'ann.png'), 'other')];
    const files: string[] = [];
    for (const photo of [...photos, ...photos]) {
      const { events } = await run([photo], () => Promise.resolve());
      files.push(...events.flatMap((one) => (one.event === 'picture' ? [one.file] : [])));
    }
    const made = ['Minimalist_1_avatar_hd.png', 'Minimalist_1_avatar_hd (2).png'];
    expect(files.map((file) => basename(file))).toEqual([...made, ...made]);
    expect(readdirSync(join(folder, 'out', 'ann')).sort()).toEqual([...made].sort());
  });

  it('goes on after a person whom the disk refuses, and counts nothing for them', async () => {
    let spent = 0;
    const photos = ['ann', 'bob', 'cleo'].map((name) => write(`${name}.png`, name));
    const spend = () => Promise.resolve(void (spent += 1));
    await run([], spend);
    write(join('out', 'bob'), 'a file where the folder would be');
    const { report } = await run(photos, spend);
    expect(report.people.map(({ pictures: made }) => made.length)).toEqual([1, 0, 1]);
    expect(report.people[1]?.refusedPictures).toMatchObject([{ code: 'download-failed' }]);
    expect(spent).toBe(2);
  });

  it('has its folder to itself, until it ends', async () => {
    const photos = [write('ann.png', 'ann')];
    const again = () => run(photos, () => Promise.resolve());
    const { failure } = await run(photos, () =>
      expect(again()).rejects.toThrow(/^Another likeness \(process \d+ on .+\) is writing to /),
    );
    expect(failure).toBeUndefined();
    expect((await again()).events[0]).toMatchObject({ event: 'picture', known: true });
  });

  it('names a folder that can’t be written to as a mistake in the command', async () => {
    write('out', 'a file');
    await expect(run([], () => Promise.resolve())).rejects.toMatchObject({ reason: 'usage' });
  });

  it('ends when the disk is full, and leaves no piece of the file', async () => {
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const { failure } = await run([write('ann.png', 'ann')], () => Promise.reject(full));
    expect(failure).toBe(full);
    expect(readdirSync(join(folder, 'out', 'ann'))).toEqual([]);
  });

  it('that runs out of avatars reports those it made', async () => {
    const none = new StudioError('plan', 'None is left.');
    const photos = ['ann', 'bob', 'cleo'].map((name) => write(`${name}.png`, name));
    let left = 1;
    const spend = () => (left-- > 0 ? Promise.resolve() : Promise.reject(none));
    const { report, failure } = await run(photos, spend);
    expect(failure).toBe(none);
    expect(report).toMatchObject({
      finished: false,
      people: [
        { person: 'ann', pictures: [{ name: 'Minimalist 1' }] },
        { person: 'bob', pictures: [] },
      ],
    });
  });

  it('says what to know about a photo, also when it goes on', async () => {
    const photos = [write('ann.gif', 'noted'), write('bob.png', 'bob')];
    const notes = (['animated', 'close'] as const).map((note) => ({
      photo: photos[0],
      ...saidNote(note),
    }));
    for (const isKnown of [false, true]) {
      const { report, events } = await run(photos, () => Promise.resolve());
      expect(events.find(({ event }) => event === 'picture')).toMatchObject({ known: isKnown });
      expect(events.filter(({ event }) => event === 'note')).toEqual(
        notes.map((note) => ({ event: 'note', person: 'ann', ...note })),
      );
      expect(report.people.map((one) => one.notes)).toEqual([notes, []]);
      await writeReport(join(folder, 'out'), report);
      const page = readFileSync(join(folder, 'out', 'report.html'), 'utf8');
      expect(page).toContain(
        '<p class="quiet">ann.gif: This picture is animated: only its first frame',
      );
      expect(page).not.toContain('bob.png:');
    }
  });

  it('reports the name of a person whose folder has another', async () => {
    const given = `${'漢'.repeat(70)} & <co>`;
    const name = '漢'.repeat(60);
    const { report, events } = await run([write(`${given}.png`, 'x')], () => Promise.resolve());
    expect(planned).toEqual([given]);
    expect(events[0]).toEqual({ event: 'renamed', person: name, given });
    expect(report.people[0]).toMatchObject({ person: name, given });
    await writeReport(join(folder, 'out'), report);
    const page = readFileSync(join(folder, 'out', 'report.html'), 'utf8');
    expect(page).toContain(
      `<h3>${'漢'.repeat(70)} &#38; &#60;co&#62;</h3><p class="quiet">${name}/</p>`,
    );
    expect(JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8'))).toMatchObject({
      people: [{ person: name, given }],
    });
  });
});

it.each([
  ['all are made though a photo can’t be used', ['bad', 'ann'], EXIT.done, ['bad.png']],
  ['no further photo is needed', ['ann', 'bad'], EXIT.done, []],
  ['a person has no usable photo', ['bad'], EXIT.refused, ['bad.png']],
])('its exit code is right if %s', async (_, names, code, refused) => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const photos = names.map((name) => write(`${name}.png`, name));
  const made = make(
    {
      people: [{ name: 'Ann', photos }],
      making: pictures(recipesSchema.parse({ styles: ['minimalist'], count: 1, seed: 1 })),
      out: join(folder, 'out'),
      json: false,
      report: true,
    },
    {
      createEngine: () => standInEngine(),
      config: readBuildConfig({ LIKENESS_NETWORK: 'sandbox' }, '0'),
    },
  );
  expect(await made.finally(() => said.mockRestore())).toBe(code);
  const { people } = JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8')) as {
    people: readonly { refusedPhotos: readonly { photo: string }[] }[];
  };
  expect(people[0]?.refusedPhotos.map(({ photo }) => basename(photo))).toEqual(refused);
});

/** Ann's look by an engine that can't be asked for a picture later. */
const look = (line: Line, { signal }: AbortController, onTrouble = () => Promise.resolve()) => {
  const own = { name: 'own', kind: 'edits', model: '', address: 'http://127.0.0.1:9' } as const;
  return runLooks({
    ...{ line, signal, onTrouble, looks: LOOKS.slice(0, 1), out: join(folder, 'out') },
    named: { ...own, authorization: undefined, protocol: protocolOf({ kind: 'edits' }) },
    people: peopleOfPhotos([write('ann.png', 'ann')]),
    engine: standInEngine(),
    again: false,
    spend: () => Promise.resolve(),
    onEvent: () => undefined,
  });
};

it('a look that was stopped after its photo was sent is asked for again only on request', async () => {
  let asked = 0;
  const stop = new AbortController();
  const server = createServer((request, response) => {
    asked += 1;
    if (stop.signal.aborted) response.end();
    else request.on('end', () => stop.abort()).resume();
  });
  const address = `http://127.0.0.1:${String(await listen(server, 0))}`;
  const line = await openLine({ address, authorization: undefined });
  try {
    expect((await look(line, stop)).report).toMatchObject({ finished: false });
    const { report } = await look(line, new AbortController());
    expect(report.people[0]?.looks[0]?.reason).toContain('Add --again to ask for it once more.');
    expect(asked).toBe(1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('a look that was paid for is stored once the disk takes it', async () => {
  const follow = vi.fn(() => Promise.resolve(Buffer.from('look') as never));
  mkdirSync(join(folder, 'out', '.likeness'), { recursive: true });
  const blocking = write(join('out', '.likeness', 'received'), '');
  const onTrouble = () => rm(blocking);
  const { report } = await look({ class: 'machine', follow }, new AbortController(), onTrouble);
  expect(report.people[0]?.looks).toMatchObject([{ state: 'kept' }]);
  expect(follow).toHaveBeenCalledOnce();
});
