/** A picture composed of portraits, for situations that no portrait shows. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  /** CSS colour; transparent when missing. */
  readonly ground?: string;
  /** Square portraits; later ones cover earlier ones. */
  readonly people?: readonly {
    readonly file: string;
    readonly x: number;
    readonly y: number;
    readonly edge: number;
    /** Degrees clockwise around the square's middle. */
    readonly turn?: number;
    readonly oval?: boolean;
    /** Without their own background. */
    readonly cut?: boolean;
  }[];
  /** CSS filter over everything, such as `brightness(0.2) blur(3px)`. */
  readonly filter?: string;
}

async function cutPerson(path: string): Promise<Blob> {
  const { engine, file, recipeOf } = window.harness;
  const analysis = await engine.analyse(await file(path));
  const recipe = recipeOf('realistic', 'none', 1);
  const { picture } = await engine.render(analysis, recipe, { size: 512, format: 'png' });
  engine.release(analysis);
  return picture;
}

const cutPeople = new Map<string, Promise<Blob>>();
/** The person of a portrait, cut out by the engine; done once for all scenes. */
const personOf = (path: string): Promise<Blob> => {
  const person = cutPeople.get(path) ?? cutPerson(path);
  cutPeople.set(path, person);
  return person;
};

export async function drawScene({
  width,
  height,
  ground,
  people = [],
  filter,
}: Scene): Promise<OffscreenCanvas> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2D canvas');
  if (filter !== undefined) context.filter = filter;
  if (ground !== undefined) {
    context.fillStyle = ground;
    context.fillRect(0, 0, width, height);
  }
  for (const { file, x, y, edge, turn = 0, oval = false, cut = false } of people) {
    const picture = await createImageBitmap(
      await (cut ? personOf(file) : window.harness.file(file)),
    );
    context.save();
    context.translate(x + edge / 2, y + edge / 2);
    context.rotate((turn * Math.PI) / 180);
    if (oval) {
      context.beginPath();
      context.ellipse(0, 0, edge / 2, edge / 2, 0, 0, 2 * Math.PI);
      context.clip();
    }
    context.drawImage(picture, -edge / 2, -edge / 2, edge, edge);
    context.restore();
    picture.close();
  }
  return canvas;
}

/** Encodes the canvas as an AV1 key frame; undefined if the browser can't. */
export async function av1Frame(canvas: OffscreenCanvas): Promise<Uint8Array | undefined> {
  const config = {
    codec: 'av01.0.04M.08',
    width: canvas.width,
    height: canvas.height,
    bitrate: 4_000_000,
  };
  if (
    typeof VideoEncoder === 'undefined' ||
    !(await VideoEncoder.isConfigSupported(config)).supported
  )
    return undefined;
  return new Promise((resolve, reject) => {
    const encoder = new VideoEncoder({
      output: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        resolve(bytes);
      },
      error: reject,
    });
    encoder.configure(config);
    const frame = new VideoFrame(canvas, { timestamp: 0 });
    encoder.encode(frame, { keyFrame: true });
    frame.close();
    void encoder.flush().then(() => encoder.close(), reject);
  });
}
