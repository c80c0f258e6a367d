import { LikenessError } from '../../core/errors.ts';
import type { Target } from './target.ts';

/** Source of a shader program. Cached by identity, so define each as a constant. */
export interface Program {
  readonly name: string;
  /** Follows the common head; declares its uniforms, writes `color`. `uv` is its place, 0..1. */
  readonly fragment: string;
  /** The whole vertex shader after the head; by default one triangle that covers everything. */
  readonly vertex?: string;
}

/** Makes a program for each combination of parts, once. */
export const byParts = <P>(make: (parts: P) => Program): ((parts: P) => Program) => {
  const made = new Map<string, Program>();
  return (parts) => {
    const key = JSON.stringify(parts);
    const program = made.get(key) ?? make(parts);
    made.set(key, program);
    return program;
  };
};

export type Uniform = number | readonly number[] | Target;
export type Uniforms = Readonly<Partial<Record<string, Uniform>>>;

export type Compiled = ReturnType<typeof compile>;

const HEAD =
  '#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n';
const COVER = `out vec2 uv;
void main() {
  uv = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  gl_Position = vec4(uv * 2.0 - 1.0, 0.0, 1.0);
}`;

const shader = (gl: WebGL2RenderingContext, type: number, source: string): WebGLShader => {
  const made = gl.createShader(type);
  if (!made) throw new LikenessError('engine-failed', { part: 'context lost' });
  gl.shaderSource(made, source);
  gl.compileShader(made);
  return made;
};

type Setter = (value: Exclude<Uniform, Target>) => void;

const setterOf = (gl: WebGL2RenderingContext, type: number, at: WebGLUniformLocation): Setter => {
  const list = (value: Exclude<Uniform, Target>): number[] =>
    typeof value === 'number' ? [value] : [...value];
  switch (type) {
    case gl.FLOAT:
      return (v) => gl.uniform1fv(at, list(v));
    case gl.FLOAT_VEC2:
      return (v) => gl.uniform2fv(at, list(v));
    case gl.FLOAT_VEC3:
      return (v) => gl.uniform3fv(at, list(v));
    case gl.FLOAT_VEC4:
      return (v) => gl.uniform4fv(at, list(v));
    case gl.FLOAT_MAT3:
      return (v) => gl.uniformMatrix3fv(at, false, list(v));
    default:
      throw new LikenessError('engine-failed', { part: 'uniform type', type });
  }
};

/**
 * Compiles and links a program. Its `use` sets uniforms by name, by the types that the shader
 * declares.
 * @throws LikenessError 'engine-failed'; in `use`, too, for a missing uniform, which would be 0
 */
export const compile = (gl: WebGL2RenderingContext, program: Program) => {
  const made = gl.createProgram();
  const vertex = shader(gl, gl.VERTEX_SHADER, HEAD + (program.vertex ?? COVER));
  const fragment = shader(
    gl,
    gl.FRAGMENT_SHADER,
    `${HEAD}in vec2 uv;\nout vec4 color;\n${program.fragment}`,
  );
  gl.attachShader(made, vertex);
  gl.attachShader(made, fragment);
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) {
    const log = [
      gl.getShaderInfoLog(vertex),
      gl.getShaderInfoLog(fragment),
      gl.getProgramInfoLog(made),
    ];
    throw new LikenessError('engine-failed', {
      part: gl.isContextLost() ? 'context lost' : 'shader',
      program: program.name,
      log: log.filter(Boolean).join('\n').slice(0, 500),
    });
  }
  gl.deleteShader(vertex);
  gl.deleteShader(fragment);

  const setters = new Map<string, Setter>();
  const samplers = new Map<string, number>();
  gl.useProgram(made);
  const count = gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS) as number;
  for (let i = 0; i < count; i += 1) {
    const info = gl.getActiveUniform(made, i);
    if (!info) continue;
    const name = info.name.replace(/\[0\]$/, '');
    const at = gl.getUniformLocation(made, info.name);
    if (!at) continue;
    if (info.type === gl.SAMPLER_2D) {
      gl.uniform1i(at, samplers.size);
      samplers.set(name, samplers.size);
    } else setters.set(name, setterOf(gl, info.type, at));
  }

  return {
    use(uniforms: Uniforms): void {
      gl.useProgram(made);
      for (const [name, unit] of samplers) {
        const value = uniforms[name];
        if (typeof value !== 'object' || !('texture' in value)) throw missing(program, name);
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, value.texture);
      }
      gl.activeTexture(gl.TEXTURE0);
      for (const [name, set] of setters) {
        const value = uniforms[name];
        if (value === undefined || (typeof value === 'object' && 'texture' in value))
          throw missing(program, name);
        set(value);
      }
    },
  };
};

const missing = (program: Program, uniform: string): Error =>
  new LikenessError('engine-failed', { part: 'uniform', program: program.name, uniform });
