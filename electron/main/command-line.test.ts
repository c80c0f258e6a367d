import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

import { commandOf, readCommandLine } from './command-line.ts';

const read = (...given: string[]) =>
  readCommandLine(['/usr/bin/likeness', ...given], '/home/ada/Pictures');

describe('a start of the app', () => {
  it.each([
    ['me.png', '/home/ada/Pictures/me.png'],
    ['saved.jfif', '/home/ada/Pictures/saved.jfif'],
    ['../me and you.JPEG', '/home/ada/me and you.JPEG'],
    ['/tmp/a.webp', '/tmp/a.webp'],
    [pathToFileURL('/tmp/ä b.avif').href, '/tmp/ä b.avif'],
  ])('with %s opens %s', (argument, file) => {
    expect(read('--enable-logging', argument)).toEqual({ files: [file] });
  });

  it.each([
    '--load=me.png',
    'notes.txt',
    'png',
    '.png',
    'file://other-machine/share/me.png',
    'file:///%00.png',
    'https://example.com/me.png',
    'data:image/png,me.png',
    'a\0.png',
    '.',
    '',
  ])('with %j opens nothing', (argument) => {
    expect(read(argument).files).toEqual([]);
  });

  it('with several pictures opens all', () => {
    expect(read('a.png', 'notes.txt', 'b.gif').files).toEqual([
      '/home/ada/Pictures/a.png',
      '/home/ada/Pictures/b.gif',
    ]);
  });

  it('by a link opens its route, and no file that came along with it', () => {
    expect(read('likeness://avatar/101')).toEqual({ path: '/avatar/101', files: [] });
    expect(read('likeness://x', '/home/ada/private.png')).toEqual({ path: undefined, files: [] });
    expect(read('/home/ada/private.png', ' LIKENESS:avatar')).toEqual({
      path: undefined,
      files: [],
    });
  });
});

describe('a start with a command', () => {
  it.each([
    [['render', 'me.png', '--out', 'avatars']],
    [['bulk', '--help']],
    [['look', 'me.png']],
    [['serve']],
    [['--help']],
  ])('%j is that command', (given) => {
    expect(commandOf(given)).toEqual(given);
  });

  it('may have switches for Chromium before it', () => {
    expect(commandOf(['--ozone-platform=headless', 'render', 'me.png'])).toEqual([
      'render',
      'me.png',
    ]);
  });

  it.each([
    [[]],
    [['me.png']],
    [['me.png', 'render']],
    [['/home/ada/render']],
    [['likeness://dashboard', 'render', '/home/ada', '--out', '/home/ada']],
    [['render', 'likeness://dashboard']],
  ])('%j opens the app', (given) => {
    expect(commandOf(given)).toBeUndefined();
  });
});
