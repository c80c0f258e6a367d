import { isMarkedAsGenerated, markedAsGenerated } from '../core/generated-mark.ts';

/** A picture's file with the mark that a trained model made it. */
export const markedBlob = async (file: Blob): Promise<Blob> =>
  new Blob([new Uint8Array(markedAsGenerated(new Uint8Array(await file.arrayBuffer())))], {
    type: file.type,
  });

/** A file made of a PNG, marked if that is. */
export const markedLike = async (source: Blob, file: Blob): Promise<Blob> =>
  isMarkedAsGenerated(new Uint8Array(await source.slice(0, 1_000).arrayBuffer()))
    ? markedBlob(file)
    : file;
