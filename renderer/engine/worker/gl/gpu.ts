import { LikenessError } from '../../../core/errors.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { compile, type Compiled, type Program, type Uniforms } from './program.ts';
import { bytesOf, FORMATS, type Format, type Target } from './target.ts';

/** How many bytes of idle targets are kept for the next avatar. */
const IDLE_BYTES = 160 * 1024 * 1024;

/** A rectangle of a target, in whole pixels from its first row and column. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * One WebGL2 context with its programs, which are compiled at first use, and its targets, which are
 * pooled because allocating them per avatar costs more than most passes.
 *
 * Row 0 of every texture is the picture's top row, so `uv` always runs right and down.
 */
export class Gpu {
  readonly gl: WebGL2RenderingContext;
  readonly #programs = new Map<Program, Compiled>();
  readonly #idle: Target[] = [];
  readonly #framebuffers = new Map<WebGLTexture, WebGLFramebuffer>();
  readonly #quad: WebGLVertexArrayObject;

  /** @throws LikenessError 'engine-unsupported' without WebGL2 or float targets */
  constructor() {
    const gl = new OffscreenCanvas(1, 1).getContext('webgl2', {
      alpha: true,
      antialias: false,
      depth: false,
      stencil: false,
      preserveDrawingBuffer: false,
      powerPreference: 'high-performance',
    });
    if (!gl) throw new LikenessError('engine-unsupported', { part: 'webgl2' });
    if (
      !gl.getExtension('EXT_color_buffer_float') &&
      !gl.getExtension('EXT_color_buffer_half_float')
    ) {
      throw new LikenessError('engine-unsupported', { part: 'float targets' });
    }
    this.gl = gl;
    this.#quad = gl.createVertexArray();
    gl.disable(gl.DITHER);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  }

  get lost(): boolean {
    return this.gl.isContextLost();
  }

  /** Returns a target with undefined contents; return it to the pool with `release`. */
  target(width: number, height: number, format: Format, mips = false): Target {
    const found = this.#idle.findIndex(
      (t) => t.width === width && t.height === height && t.format === format && t.mips === mips,
    );
    if (found >= 0) return this.#idle.splice(found, 1)[0] as Target;
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
    this.wrap(texture, gl.CLAMP_TO_EDGE);
    return { texture, width, height, format, mips };
  }

  wrap(texture: WebGLTexture, mode: number): void {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, mode);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, mode);
  }

  release(...targets: readonly Target[]): void {
    this.#idle.push(...targets);
    let bytes = this.#idle.reduce((sum, target) => sum + bytesOf(target), 0);
    while (bytes > IDLE_BYTES) {
      const oldest = this.#idle.shift();
      if (!oldest) break;
      bytes -= bytesOf(oldest);
      this.delete(oldest);
    }
  }

  /** Frees all pooled targets. */
  trim(): void {
    for (const target of this.#idle.splice(0)) this.delete(target);
  }

  /** Frees a target instead of pooling it; for sizes that won't be needed again. */
  delete(target: Target): void {
    const framebuffer = this.#framebuffers.get(target.texture);
    if (framebuffer) this.gl.deleteFramebuffer(framebuffer);
    this.#framebuffers.delete(target.texture);
    this.gl.deleteTexture(target.texture);
  }

  /** Uploads 8-bit RGBA rows, top row first. */
  upload(
    pixels: Uint8Array | Uint8ClampedArray,
    width: number,
    height: number,
    mips = false,
  ): Target {
    const { gl } = this;
    const target = this.target(width, height, 'rgba8', mips);
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
    gl.bindVertexArray(this.#quad);
    if (area) {
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(area.x, area.y, area.width, area.height);
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    if (area) gl.disable(gl.SCISSOR_TEST);
  }

  clear(out: Target, rgba: readonly [number, number, number, number]): void {
    this.bind(out);
    this.gl.clearColor(...rgba);
    this.gl.clear(this.gl.COLOR_BUFFER_BIT);
  }

  /** Makes `program` current with its uniforms set; compiles it at first use. */
  use(program: Program, uniforms: Uniforms): void {
    let compiled = this.#programs.get(program);
    if (!compiled) {
      compiled = compile(this.gl, program);
      this.#programs.set(program, compiled);
    }
    compiled.use(uniforms);
  }

  bind(out: Target): void {
    const { gl } = this;
    let framebuffer = this.#framebuffers.get(out.texture);
    if (!framebuffer) {
      framebuffer = gl.createFramebuffer();
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, out.texture, 0);
      this.#framebuffers.set(out.texture, framebuffer);
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
