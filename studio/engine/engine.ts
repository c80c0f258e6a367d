import type { Compared } from '../../renderer/core/engines/verdict.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import type { EnginePart } from '../../renderer/ports/engine.ts';
import type { VideoFormat } from '../../renderer/ports/video.ts';
import type { Answer, EnginePage, PhotoFacts, PictureFacts, Work } from '../page/contract.ts';

/** A finished file with a small still of it. */
export interface Made extends PictureFacts {
  readonly bytes: Buffer;
  readonly type: string;
  readonly thumbnail: Buffer;
  readonly thumbnailType: string;
}

/** A picture of an engine of the user's own, made anew as PNG, with what was measured of it. */
export interface ComparedFile {
  readonly found: Compared;
  readonly bytes: Buffer;
}

/** A photo that was read and analysed, to make any number of files from. */
export interface OpenPhoto extends PhotoFacts {
  /**
   * @throws LikenessError the product's own refusals, and 'engine-failed' also if the browser died
   */
  make(work: Work): Promise<Made>;
  /** What an engine of the user's own gets: head and shoulders, a JPEG without metadata. */
  portrait(): Promise<Buffer>;
  /** Reads a picture that such an engine made. @throws LikenessError 'photo-*' if it isn't one */
  compare(picture: Uint8Array): Promise<ComparedFile>;
  close(): Promise<void>;
}

/** The product's engine in a browser, which starts at the first call. */
export interface Engine {
  /** Chromium's name and version. */
  browser(): Promise<string>;
  /** @throws LikenessError 'photo-*' if it can't be used, 'engine-failed' if the browser died */
  open(photo: Uint8Array): Promise<OpenPhoto>;
  /** Parts that this browser lacks. */
  selfTest(): Promise<readonly EnginePart[]>;
  /** The formats that this browser writes animations in. */
  videoFormats(): Promise<readonly VideoFormat[]>;
  close(): Promise<void>;
}

/** A running browser with the engine's page in it. */
export interface EngineHost {
  /** The browser's name and version. */
  readonly browser: string;
  /** Calls a function of the page. Rejects if the browser died or doesn't answer. */
  call<Name extends keyof EnginePage>(
    name: Name,
    ...args: Parameters<EnginePage[Name]>
  ): Promise<Awaited<ReturnType<EnginePage[Name]>>>;
  /** Resolves when the browser has gone, by itself or by `end`. */
  readonly gone: Promise<void>;
  end(): Promise<void>;
}

/** Longer edge of the reports' small copies, in pixels. */
const THUMBNAIL = 320;

/** @param start starts a browser: at the first call, and again after one died */
export function createEngine(start: () => Promise<EngineHost>): Engine {
  let host: Promise<EngineHost> | undefined;

  const current = (): Promise<EngineHost> => {
    if (host) return host;
    const starting = start();
    host = starting;
    const forget = (): void => {
      if (host === starting) host = undefined;
    };
    starting.then(({ gone }) => gone).then(forget, forget);
    return starting;
  };

  /** A call that isn't answered means that the browser died; the next one starts another. */
  async function ask<T>(asked: EngineHost, call: Promise<Answer<T>>): Promise<T> {
    const answer = await call.catch(async (thrown: unknown) => {
      host = undefined;
      await asked.end();
      throw new LikenessError('engine-failed', { reason: 'browser' }, { cause: thrown });
    });
    if ('value' in answer) return answer.value;
    throw new LikenessError(
      answer.refused,
      answer.detail === undefined ? {} : { detail: answer.detail },
    );
  }

  return {
    browser: async () => (await current()).browser,
    async open(photo) {
      const here = await current();
      const { photo: id, ...facts } = await ask(
        here,
        here.call('open', Buffer.from(photo).toString('base64')),
      );
      return {
        ...facts,
        async make(work) {
          const { file, thumbnail, ...made } = await ask(
            here,
            here.call('make', id, work, THUMBNAIL),
          );
          return {
            ...made,
            bytes: Buffer.from(file, 'base64'),
            thumbnail: Buffer.from(thumbnail, 'base64'),
          };
        },
        portrait: async () => Buffer.from(await ask(here, here.call('portrait', id)), 'base64'),
        async compare(picture) {
          const { file, found } = await ask(
            here,
            here.call('compare', id, Buffer.from(picture).toString('base64')),
          );
          return { found, bytes: Buffer.from(file, 'base64') };
        },
        // If the browser died, the photo is gone anyway.
        close: () => here.call('close', id).catch(() => undefined),
      };
    },
    async selfTest() {
      const here = await current();
      return ask(here, here.call('selfTest'));
    },
    async videoFormats() {
      const here = await current();
      return ask(here, here.call('videoFormats'));
    },
    async close() {
      const running = host;
      host = undefined;
      await running?.then(
        (started) => started.end(),
        () => undefined, // It never started.
      );
    },
  };
}
