import { LikenessError } from '../../core/errors.ts';
import type { FrameImage } from '../../ports/video.ts';

export type Surface = ReturnType<typeof createSurface>;

/** @throws LikenessError 'engine-unsupported' without a 2D canvas */
const frameCanvas = (width: number, height: number) => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new LikenessError('engine-unsupported', { part: '2D canvas' });
  return { canvas, context };
};

/**
 * A canvas that frames are drawn to, one after the other, scaled to its size.
 * @param ground CSS colour behind transparent frames; none by default
 * @throws LikenessError 'engine-unsupported' without a 2D canvas
 */
export function createSurface(width: number, height: number, ground?: string) {
  const { canvas, context } = frameCanvas(width, height);
  context.imageSmoothingQuality = 'high';
  let raw: ReturnType<typeof frameCanvas> | undefined;
  return {
    canvas,
    context,
    /** Draws a frame over the whole canvas, on the background colour if there is one. */
    draw(frame: FrameImage): void {
      let source: CanvasImageSource;
      if (frame instanceof ImageData) {
        // ImageData can be put but not drawn, so a second canvas is needed to scale and blend it.
        raw ??= frameCanvas(frame.width, frame.height);
        raw.context.putImageData(frame, 0, 0);
        source = raw.canvas;
      } else source = frame;
      context.clearRect(0, 0, width, height);
      if (ground !== undefined) {
        context.fillStyle = ground;
        context.fillRect(0, 0, width, height);
      }
      context.drawImage(source, 0, 0, width, height);
    },
  };
}
