/** Types for the parts of gifenc used here, as it has none of its own. */
declare module 'gifenc' {
  export type Palette = number[][];
  type Rgba = Uint8Array | Uint8ClampedArray;
  export function quantize(rgba: Rgba, maxColors: number): Palette;
  export function applyPalette(rgba: Rgba, palette: Palette): Uint8Array<ArrayBuffer>;
  /** A frame's `delay` is in milliseconds. */
  type FrameNumbers = Partial<Record<'transparentIndex' | 'delay' | 'repeat' | 'dispose', number>>;
  export function GIFEncoder(): {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options?: FrameNumbers & { palette?: Palette; transparent?: boolean },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
    bytesView(): Uint8Array<ArrayBuffer>;
  };
}
