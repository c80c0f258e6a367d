import type { FileOutcome, PictureFolder } from '../../ports/picture-folder.ts';
import { call } from './bridge.ts';
import { PIECE_BYTES } from './ipc-contract.ts';

/** Main couldn't take a piece of a file, and has closed it. */
class Refused extends Error {
  readonly outcome: FileOutcome;

  constructor(outcome: FileOutcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

/** The failure that is, or that caused, this one. */
const refusal = (thrown: unknown): Refused | undefined =>
  thrown instanceof Refused
    ? thrown
    : thrown instanceof Error && thrown.cause !== undefined
      ? refusal(thrown.cause)
      : undefined;

/** Copies through the main process, which asks for the folder and keeps its path. */
export function desktopPictureFolder(): PictureFolder {
  const save: PictureFolder['save'] = async (profile, name, fill) => {
    const begun = await call('pictures.begin', { profile, name });
    if (typeof begun === 'string') return begun;
    const { id } = begun;
    try {
      await fill(async (piece) => {
        for (let at = 0; at < piece.length; at += PIECE_BYTES) {
          const bytes = piece.subarray(at, at + PIECE_BYTES);
          const outcome = await call('pictures.append', { id, bytes });
          if (outcome !== 'written') throw new Refused(outcome);
        }
      });
    } catch (thrown) {
      const refused = refusal(thrown);
      if (refused) return refused.outcome;
      await call('pictures.abort', { id });
      throw thrown;
    }
    return call('pictures.finish', { id });
  };
  return {
    async state(profile) {
      const folder = await call('pictures.folder', { profile });
      if (!folder) return { kind: 'none' };
      return { kind: folder.found ? 'ready' : 'gone', name: folder.name };
    },
    choose: (profile) => call('pictures.choose', { profile }),
    // The system asks nothing more about a folder that its dialog returned.
    allow: () => Promise.resolve(),
    forget: (profile) => call('pictures.forget', { profile }),
    forgetAll: () => call('pictures.forget', { profile: null }),
    names: async (profile) => new Set(await call('pictures.names', { profile })),
    write: (profile, name, content) =>
      save(profile, name, async (write) => write(new Uint8Array(await content.arrayBuffer()))),
    save,
    async open(profile, name) {
      // The browser keeps the parts of a Blob outside the page's memory.
      const parts: Blob[] = [];
      let at = 0;
      for (;;) {
        const bytes = await call('pictures.read', { profile, name, at });
        if (bytes.byteLength === 0) return new Blob(parts);
        parts.push(new Blob([bytes]));
        at += bytes.byteLength;
      }
    },
    remove: (profile, name) => call('pictures.remove', { profile, name }),
  };
}
