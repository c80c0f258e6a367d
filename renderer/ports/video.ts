/**
 * A frame to encode; straight alpha if it is ImageData. The encoder neither keeps nor closes it.
 */
export type FrameImage = ImageData | ImageBitmap | OffscreenCanvas | HTMLCanvasElement | VideoFrame;

/** Sound samples from -1 to 1, one array per channel, all of equal length. */
export interface Sound {
  /** Samples per second. */
  readonly rate: number;
  readonly channels: readonly Float32Array<ArrayBuffer>[];
}

/** The frames to encode. All have the clip's size and the same duration. */
export interface Clip {
  /** Pixels; even, because video codecs require it. */
  readonly width: number;
  readonly height: number;
  /** Frames per second. */
  readonly rate: number;
  readonly count: number;
  /** Requested one at a time, so that the producer can take its time or pause. */
  readonly frames: AsyncIterable<FrameImage>;
  /** Some frames are partly transparent. Formats without transparency get a white background. */
  readonly alpha?: boolean;
  /** Starts with the picture and is cut at its end. Video formats only. */
  readonly audio?: Sound;
}

export const VIDEO_FORMATS = ['mp4', 'webm', 'webp', 'apng', 'gif'] as const;
export type VideoFormat = (typeof VIDEO_FORMATS)[number];

/** What this browser can write in a format. */
export interface VideoOffer {
  readonly format: VideoFormat;
  /** The codec inside: 'H.264', 'VP9', 'AV1', 'VP8', 'WebP', 'PNG' or 'GIF'. */
  readonly codec: string;
  /** 'AAC' or 'Opus', if the format takes sound and the browser can encode it. */
  readonly audio?: string;
  /** Keeps transparency. */
  readonly alpha: boolean;
}

export interface EncodeOptions {
  readonly signal?: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (done: number) => void;
  /**
   * Largest file in bytes. A GIF is scaled down to fit, by default into 8 MB. A movie's bit rate is
   * set to fit; encoders meet it only roughly, so check the file's size. Other formats ignore it.
   */
  readonly maxBytes?: number;
  /**
   * Movies only: below 1, frames are reduced by this factor and enlarged again. What an encoder can't
   * make small enough in full detail, it can without.
   */
  readonly detail?: number;
}

export interface EncodedVideo {
  /** Its type names the container. */
  readonly file: Blob;
  readonly codec: string;
  readonly audio?: string;
  /** As in the file: a GIF may be smaller than the clip. */
  readonly width: number;
  readonly height: number;
  readonly rate: number;
  readonly frames: number;
}

/** Encodes moving pictures with the codecs that this browser has. */
export interface VideoEncoders {
  /** The formats in which this browser can write a clip of this size. */
  offers(
    clip: Pick<Clip, 'width' | 'height' | 'rate' | 'alpha'> & { readonly audio?: boolean },
  ): Promise<readonly VideoOffer[]>;
  /**
   * @throws LikenessError 'engine-unsupported' for a format that isn't offered, 'engine-aborted',
   * 'media-too-large'
   */
  encode(format: VideoFormat, clip: Clip, options?: EncodeOptions): Promise<EncodedVideo>;
}
