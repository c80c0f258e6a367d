/** Texture formats that can be rendered to and filtered, and their bytes per texel. */
export const FORMATS = {
  rgba8: { internal: 'RGBA8', bytes: 4 },
  rgba16f: { internal: 'RGBA16F', bytes: 8 },
} as const satisfies Record<string, { internal: keyof WebGL2RenderingContext; bytes: number }>;

export type Format = keyof typeof FORMATS;

/** A texture that can be rendered to. */
export interface Target {
  readonly texture: WebGLTexture;
  readonly width: number;
  readonly height: number;
  readonly format: Format;
  readonly mips: boolean;
  /** Its size won't be needed again, so it is deleted rather than pooled. */
  readonly once: boolean;
}

export const bytesOf = (target: Target): number =>
  Math.round(
    target.width * target.height * FORMATS[target.format].bytes * (target.mips ? 4 / 3 : 1),
  );
