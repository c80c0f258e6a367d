import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

import { STANDARD_STYLE_IDS, STYLE_LABELS, type StyleId } from '../../renderer/core/styles.ts';
import { median } from './median.ts';

/**
 * A Python script that reads, processes and writes a picture; prints the seconds without Python's
 * start.
 */
const openCv = (work: string): string => `
import sys, time
import numpy, cv2
start = time.perf_counter()
picture = cv2.imread(sys.argv[1])
${work}
cv2.imwrite(sys.argv[2], made)
print(time.perf_counter() - start)
`;

const GRAB_CUT = openCv(`
mask = numpy.zeros(picture.shape[:2], numpy.uint8)
h, w = mask.shape
models = numpy.zeros((1, 65)), numpy.zeros((1, 65))
cv2.grabCut(picture, mask, (w // 10, h // 40, w * 8 // 10, h - h // 40), models[0], models[1], 5, cv2.GC_INIT_WITH_RECT)
made = numpy.dstack([picture, numpy.where(mask % 2 == 1, 255, 0).astype(numpy.uint8)])
`);

interface Peer {
  readonly name: string;
  /** Tried in turn until one works. */
  readonly commands: readonly string[];
  readonly args: (from: string, to: string) => readonly string[];
  /** Whether the peer prints its own seconds. */
  readonly reports?: boolean;
  /** Whether it is too slow to run more than once. */
  readonly once?: boolean;
}

const PYTHONS = ['python3', '/usr/bin/python3'];
const PEERS: readonly Peer[] = [
  {
    name: 'ImageMagick -paint 6',
    commands: ['magick', 'convert'],
    args: (from, to) => [from, '-paint', '6', to],
  },
  {
    name: "G'MIC fx_kuwahara",
    commands: ['gmic'],
    args: (from, to) => [from, 'fx_kuwahara', '2,5,0,0', '-o', to],
  },
  {
    name: "G'MIC fx_painting",
    commands: ['gmic'],
    args: (from, to) => [from, 'fx_painting', '5,2.5,1.5,50,1,0', '-o', to],
  },
  {
    name: 'OpenCV stylization',
    commands: PYTHONS,
    args: (from, to) => ['-c', openCv('made = cv2.stylization(picture)'), from, to],
    reports: true,
  },
  {
    name: 'OpenCV grabCut',
    commands: PYTHONS,
    args: (from, to) => ['-c', GRAB_CUT, from, to],
    reports: true,
    once: true,
  },
];

/** Seconds of one run; undefined if the command is missing or fails. */
const runOnce = (
  command: string,
  args: readonly string[],
  reports: boolean,
): Promise<number | undefined> =>
  new Promise((resolve) => {
    const began = performance.now();
    let output = '';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => {
      if (code !== 0) resolve(undefined);
      else resolve(reports ? Number(output) : (performance.now() - began) / 1000);
    });
  });

const runPeer = async (peer: Peer, from: string, to: string): Promise<number | undefined> => {
  for (const command of peer.commands) {
    const seconds = await runOnce(command, peer.args(from, to), peer.reports ?? false);
    if (seconds !== undefined) return seconds;
  }
  return undefined;
};

/**
 * Seconds for one more complete avatar of a photo: rendered, checked, encoded. What is found once per
 * photo, its analysis and its cut-out, isn't part of it.
 */
const renderOne = (page: Page, style: StyleId, seed: number): Promise<number> =>
  page.evaluate(
    async ({ style, seed }) => {
      const { engine, file } = window.harness;
      const analysis = await engine.analyse(await file('people/leila.webp'));
      const render = (of: StyleId): Promise<unknown> =>
        engine.render(
          analysis,
          { style: of, background: 'gradient', seed, options: {}, engine: engine.version },
          { size: 1024, format: 'png', check: true },
        );
      // Another style, so that all of this style's own work is measured.
      await render(style === 'realistic' ? 'professional' : 'realistic');
      const began = performance.now();
      await render(style);
      const seconds = (performance.now() - began) / 1000;
      engine.release(analysis);
      return seconds;
    },
    { style, seed },
  );

const ROUNDS = 3;

/**
 * Runs other programs on the same 1024 px picture, taking turns with the engine, and gives the
 * engine's time as a ratio to theirs. Theirs is a single filter, read from and written to PNG; ours
 * is one more complete avatar with background, likeness check and PNG, without what is found once
 * per photo.
 */
export async function benchPeers(page: Page): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'likeness-peers-'));
  const [from, to] = [join(folder, 'in.png'), join(folder, 'out.png')];
  try {
    const png = await page.evaluate(async () => {
      const { file, base64 } = window.harness;
      const canvas = new OffscreenCanvas(1024, 1024);
      canvas
        .getContext('2d')
        ?.drawImage(await createImageBitmap(await file('people/leila.webp')), 0, 0, 1024, 1024);
      return base64(await canvas.convertToBlob());
    });
    writeFileSync(from, Buffer.from(png, 'base64'));
    const ours = new Map<StyleId, number[]>(STANDARD_STYLE_IDS.map((style) => [style, []]));
    const theirs = new Map<Peer, number[]>(PEERS.map((peer) => [peer, []]));
    for (const style of STANDARD_STYLE_IDS) await renderOne(page, style, 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [style, times] of ours) times.push(await renderOne(page, style, 10 + round));
      for (const [peer, times] of theirs) {
        if (round > 0 && (peer.once || times.length === 0)) continue;
        const seconds = await runPeer(peer, from, to);
        if (seconds !== undefined) times.push(seconds);
      }
    }
    const head = ['', 's', ...STANDARD_STYLE_IDS.map((style) => STYLE_LABELS[style])];
    const rows = [...theirs].map(([{ name }, times]) => {
      const own = median(times);
      return times.length === 0
        ? [name, 'not installed', ...STANDARD_STYLE_IDS.map(() => '')]
        : [
            name,
            own.toFixed(2),
            ...[...ours.values()].map((mine) => `${(median(mine) / own).toFixed(2)} x`),
          ];
    });
    const table = [
      head,
      [
        'Likeness, one avatar',
        '',
        ...[...ours.values()].map((mine) => `${median(mine).toFixed(2)} s`),
      ],
      ...rows,
    ];
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    return [
      '## Peers on the same picture (1024 px; our time as a ratio to theirs, below 1 is faster)',
      '',
      line(table[0] ?? []),
      line(head.map(() => '---')),
      ...table.slice(1).map(line),
      '',
    ].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
