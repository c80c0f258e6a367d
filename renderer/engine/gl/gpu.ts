import { LikenessError } from '../../core/errors.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { compile, type Compiled, type Program, type Uniforms } from './program.ts';
import { bytesOf, FORMATS, type Format, type Target } from './target.ts';

/** How many bytes of idle targets are kept for the next avatar. */
const IDLE_BYTES = 160 * 1024 * 1024;

/** A rectangle of a target, in whole pixels from its first row and column. */
export type Area = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** One WebGL2 context, and what all scopes share of it. */
const openContext = () => {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2', {
    antialias: false,
    depth: false,
    powerPreference: 'high-performance',
  });
  if (!gl) throw new LikenessError('engine-unsupported', { part: 'webgl2' });
  if (
    !gl.getExtension('EXT_color_buffer_float') &&
    !gl.getExtension('EXT_color_buffer_half_float')
  ) {
    throw new LikenessError('engine-unsupported', { part: 'float targets' });
  }
  gl.disable(gl.DITHER);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  return {
    gl,
    quad: gl.createVertexArray(),
    /** Compiled at first use. */
    programs: new Map<Program, Compiled>(),
    framebuffers: new WeakMap<WebGLTexture, WebGLFramebuffer>(),
    /** Targets to use again: allocating them per avatar costs more than most passes. */
    idle: [] as Target[],
    /** Targets in use, each with the scope that frees it. */
    live: new Map<Target, Gpu>(),
  };
};

/** A scope's result, or a value in it, may be a target; other values match none. */
const valuesIn = (result: unknown): readonly unknown[] =>
  typeof result === 'object' && result !== null && !ArrayBuffer.isView(result)
    ? [result, ...Object.values<unknown>({ ...result })]
    : [];

/**
 * A WebGL2 context, or a scope of one: a scope draws as its context does, and frees the targets
 * that it made. Pictures overlap, as one is read back while the next is drawn, so each has its own.
 *
 * Row 0 of every texture is the picture's top row, so `uv` always runs right and down.
 */
export class Gpu {
  readonly #context: ReturnType<typeof openContext>;
  readonly #parent: Gpu | undefined;

  /** @throws LikenessError 'engine-unsupported' without WebGL2 or float targets */
  constructor(parent?: Gpu) {
    this.#context = parent ? parent.#context : openContext();
    this.#parent = parent;
  }

  get gl(): WebGL2RenderingContext {
    return this.#context.gl;
  }

  get lost(): boolean {
    return this.gl.isContextLost();
  }

  /** The whole context, whose targets live as long as it does. */
  get root(): Gpu {
    return this.#parent?.root ?? this;
  }

  /** Number and bytes of all targets of the context that are in use. */
  get live(): { readonly targets: number; readonly bytes: number } {
    const targets = [...this.#context.live.keys()];
    return {
      targets: targets.length,
      bytes: targets.reduce((sum, target) => sum + bytesOf(target), 0),
    };
  }

  /**
   * Runs `body` with a scope of this GPU. When it ends or throws, all targets that were made in it
   * are freed, except those it returns: a target, or those in the object or array it returns become
   * this GPU's own.
   */
  scope<T>(body: (gpu: Gpu) => T): T {
    const own = this.fork();
    const done = (result: unknown): unknown => {
      for (const value of valuesIn(result))
        if (own.#has(value as Target)) this.#context.live.set(value as Target, this);
      own.free();
      return result;
    };
    const failed = (error: unknown): never => {
      own.free();
      throw error;
    };
    let result: T;
    try {
      result = body(own);
    } catch (error) {
      return failed(error);
    }
    return (result instanceof Promise ? result.then(done, failed) : done(result)) as T;
  }

  /** A scope that ends with `free`, for what is kept between pictures. */
  fork(): Gpu {
    return new Gpu(this);
  }

  /** Frees all targets of this scope and of those inside it. */
  free(): void {
    this.release(...[...this.#context.live.keys()].filter((target) => this.#has(target)));
  }

  /** Whether a target in use belongs to this scope or to one inside it. */
  #has(target: Target): boolean {
    let owner = this.#context.live.get(target);
    while (owner && owner !== this) owner = owner.#parent;
    return owner !== undefined;
  }

  /**
   * Returns a target of this scope with undefined contents. It clamps at its edges.
   * @param once its size won't be needed again, so it isn't kept for another picture
   */
  target(width: number, height: number, format: Format, mips = false, once = false): Target {
    const { gl, idle, live } = this.#context;
    const found = idle.findIndex(
      (t) => t.width === width && t.height === height && t.format === format && t.mips === mips,
    );
    const target =
      idle.splice(found, found < 0 ? 0 : 1)[0] ?? this.#allocate(width, height, format, mips, once);
    this.wrap(target, gl.CLAMP_TO_EDGE);
    live.set(target, this);
    return target;
  }

  #allocate(width: number, height: number, format: Format, mips: boolean, once: boolean): Target {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    const levels = mips ? Math.floor(Math.log2(Math.max(width, height))) + 1 : 1;
    gl.texStorage2D(gl.TEXTURE_2D, levels, gl[FORMATS[format].internal], width, height);
    gl.texParameteri(
      gl.TEXTURE_2D,
      gl.TEXTURE_MIN_FILTER,
      mips ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR,
    );
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    return { texture, width, height, format, mips, once };
  }

  /** Sets how a target continues beyond its edges, until it is freed. */
  wrap({ texture }: Target, mode: number): void {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, mode);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, mode);
  }

  /** Frees targets before their scope ends. */
  release(...targets: readonly Target[]): void {
    const { idle, live } = this.#context;
    for (const target of targets)
      if (live.delete(target)) {
        if (target.once) this.#delete(target);
        else idle.push(target);
      }
    let bytes = idle.reduce((sum, target) => sum + bytesOf(target), 0);
    while (bytes > IDLE_BYTES) {
      const oldest = idle.shift();
      if (!oldest) break;
      bytes -= bytesOf(oldest);
      this.#delete(oldest);
    }
  }

  /** Deletes all targets that aren't in use. */
  trim(): void {
    for (const target of this.#context.idle.splice(0)) this.#delete(target);
  }

  #delete({ texture }: Target): void {
    const framebuffer = this.#context.framebuffers.get(texture);
    if (framebuffer) this.gl.deleteFramebuffer(framebuffer);
    this.gl.deleteTexture(texture);
  }

  /** Uploads 8-bit RGBA rows, top row first. */
  upload(
    pixels: Uint8Array | Uint8ClampedArray,
    width: number,
    height: number,
    mips = false,
    once = false,
  ): Target {
    const { gl } = this;
    const target = this.target(width, height, 'rgba8', mips, once);
    gl.bindTexture(gl.TEXTURE_2D, target.texture);
    const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    if (mips) gl.generateMipmap(gl.TEXTURE_2D);
    return target;
  }

  mipmap(target: Target): void {
    this.gl.bindTexture(this.gl.TEXTURE_2D, target.texture);
    this.gl.generateMipmap(this.gl.TEXTURE_2D);
  }

  /** Runs a fragment program over all of `out`, or only over `area`. */
  pass(program: Program, out: Target, uniforms: Uniforms, area?: Area): void {
    const { gl } = this;
    this.bind(out);
    this.use(program, uniforms);
    gl.bindVertexArray(this.#context.quad);
    if (area) {
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(area.x, area.y, area.width, area.height);
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    if (area) gl.disable(gl.SCISSOR_TEST);
  }

  /** A new square target with what a fragment program draws. */
  drawn(program: Program, edge: number, uniforms: Uniforms, format: Format = 'rgba8'): Target {
    const out = this.target(edge, edge, format);
    this.pass(program, out, uniforms);
    return out;
  }

  clear(out: Target, rgba: readonly [number, number, number, number]): void {
    this.bind(out);
    this.gl.clearColor(...rgba);
    this.gl.clear(this.gl.COLOR_BUFFER_BIT);
  }

  /** Makes `program` current with its uniforms set; compiles it at first use. */
  use(program: Program, uniforms: Uniforms): void {
    const { gl, programs } = this.#context;
    let compiled = programs.get(program);
    if (!compiled) {
      compiled = compile(gl, program);
      programs.set(program, compiled);
    }
    compiled.use(uniforms);
  }

  bind(out: Target): void {
    const { gl, framebuffers } = this.#context;
    let framebuffer = framebuffers.get(out.texture);
    if (!framebuffer) {
      framebuffer = gl.createFramebuffer();
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, out.texture, 0);
      framebuffers.set(out.texture, framebuffer);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.viewport(0, 0, out.width, out.height);
  }

  /**
   * Waits until the GPU has finished all work so far. Yields to the event loop, so that an abort
   * message can arrive; `checkpoint` then throws.
   * @throws LikenessError 'engine-failed' if the context is lost; and what `checkpoint` throws
   */
  async settle(checkpoint: Checkpoint): Promise<void> {
    const { gl } = this;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    try {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        checkpoint();
        if (!fence || this.lost) throw new LikenessError('engine-failed', { part: 'context lost' });
        const status = gl.clientWaitSync(fence, 0, 0);
        if (status === gl.ALREADY_SIGNALED || status === gl.CONDITION_SATISFIED) return;
        if (status === gl.WAIT_FAILED) throw new LikenessError('engine-failed', { part: 'fence' });
      }
    } finally {
      gl.deleteSync(fence);
    }
  }

  /**
   * Reads an 8-bit target back as RGBA bytes, without blocking the thread.
   * @throws LikenessError 'engine-failed' on a GL error or a lost context; and what `checkpoint`
   * throws
   */
  async read(target: Target, checkpoint: Checkpoint): Promise<Uint8ClampedArray<ArrayBuffer>> {
    const { gl } = this;
    const pixels = new Uint8ClampedArray(target.width * target.height * 4);
    const buffer = gl.createBuffer();
    try {
      this.bind(target);
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
      gl.bufferData(gl.PIXEL_PACK_BUFFER, pixels.byteLength, gl.STREAM_READ);
      gl.readPixels(0, 0, target.width, target.height, gl.RGBA, gl.UNSIGNED_BYTE, 0);
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
      await this.settle(checkpoint);
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
      gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, pixels);
    } finally {
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
      gl.deleteBuffer(buffer);
    }
    // If memory ran out for a target, drawing to it doesn't fail and it reads as black.
    const error = gl.getError();
    if (error !== gl.NO_ERROR || this.lost)
      throw new LikenessError('engine-failed', { part: this.lost ? 'context lost' : 'gl', error });
    return pixels;
  }

  /** Releases the context; this object can't be used afterwards. */
  destroy(): void {
    this.gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}
