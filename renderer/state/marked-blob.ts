import { markedAsGenerated } from '../core/generated-mark.ts';

/** A picture's file with the mark that a trained model made it. */
export const markedBlob = async (file: Blob): Promise<Blob> =>
  new Blob([new Uint8Array(markedAsGenerated(new Uint8Array(await file.arrayBuffer())))], {
    type: file.type,
  });
