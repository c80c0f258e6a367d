import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** A file that the engine's worker loads at run time. */
interface ModelFile {
  /** The package that it comes from; the project's own `resources/` when missing. */
  readonly package?: string;
  readonly file: string;
  /** SHA-256 of the bytes used, hex: a package that changed under the same version stops the build. */
  readonly sha256: string;
  /** First and past-the-last byte, where the model lies inside a larger file. */
  readonly bytes?: readonly [number, number];
  /** The name it is served under, before its hash. */
  readonly as: string;
  /** Text put behind the file. */
  readonly append?: string;
}

// LiteRT's loader is a classic script whose only product is a global function. Exported from a
// module, the same file serves module workers (Vite's development server) and classic ones, and
// needs neither importScripts nor eval.
const AS_MODULE = '\nexport { ModuleFactory };\n';

const FILES = {
  faceDetector: {
    package: '@mediapipe/face_detection',
    file: 'face_detection_short_range.tflite',
    sha256: '3bc182eb9f33925d9e58b5c8d59308a760f4adea8f282370e428c51212c26633',
    as: 'face-detector.tflite',
  },
  // The packed assets hold several models; this range is the plain 468-point landmark model. The
  // attention variant needs a custom op that LiteRT lacks (it returns garbage without throwing).
  faceLandmarks: {
    package: '@mediapipe/face_mesh',
    file: 'face_mesh_solution_packed_assets.data',
    bytes: [2_495_952, 3_737_848],
    sha256: 'c603fa6149219a3e9487dc9abd7a0c24474c77263273d24868378cdf40aa26d1',
    as: 'face-landmarks.tflite',
  },
  person: {
    package: '@mediapipe/selfie_segmentation',
    file: 'selfie_segmentation.tflite',
    sha256: '8d13b7fae74af625c641226813616a2117bd6bca19eb3b75574621fc08557f27',
    as: 'person.tflite',
  },
  // Converted from the ONNX file of a package that is no dependency: see the notices.
  salience: {
    file: 'models/u2netp-320-f16.tflite',
    sha256: '622d4a8f771cd59eafa7e80f160b1a71276dadcfa7bf87b08ee04345439984d0',
    as: 'salience.tflite',
  },
  runtime: {
    package: '@litertjs/core',
    file: 'wasm/litert_wasm_internal.js',
    sha256: '68efb69f770e3f76aff36a377de629ca496c131b86ac0f0f4b592a1543a898eb',
    as: 'litert.js',
    append: AS_MODULE,
  },
  runtimeWasm: {
    package: '@litertjs/core',
    file: 'wasm/litert_wasm_internal.wasm',
    sha256: '7280cf4471774867e385e6c3cd53e2b45e2975b80fea338fff4ef359b0865614',
    as: 'litert.wasm',
  },
  // For engines without relaxed SIMD; a browser loads one pair or the other.
  runtimeCompat: {
    package: '@litertjs/core',
    file: 'wasm/litert_wasm_compat_internal.js',
    sha256: '4d8f894b7883654fd6e8439730aa41e79ceaab7d19184fc4f1f0b0f1a2a2c8a5',
    as: 'litert-compat.js',
    append: AS_MODULE,
  },
  runtimeCompatWasm: {
    package: '@litertjs/core',
    file: 'wasm/litert_wasm_compat_internal.wasm',
    sha256: '5255c8ad06eabdbd2522cdebf6b22fc10faf74625c23a49b9e072570cd1fa41c',
    as: 'litert-compat.wasm',
  },
} as const satisfies Record<string, ModelFile>;

/** The packages that these files come from. */
export const MODEL_PACKAGES: readonly string[] = [
  ...new Set(Object.values<ModelFile>(FILES).flatMap((file) => file.package ?? [])),
];

const MODULE = 'virtual:engine-files';
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  wasm: 'application/wasm',
  tflite: 'application/octet-stream',
};

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes of the file, checked. @throws Error with a sentence when they aren't the known ones */
function read(model: ModelFile): Buffer {
  const require = createRequire(import.meta.url);
  const folder =
    model.package === undefined
      ? fileURLToPath(new URL('../../resources', import.meta.url))
      : dirname(require.resolve(`${model.package}/package.json`));
  const whole = readFileSync(join(folder, model.file));
  const bytes = model.bytes ? whole.subarray(...model.bytes) : whole;
  if (digest(bytes) !== model.sha256) {
    throw new Error(
      `${model.package ?? 'resources'}/${model.file} is not the file this build was made with. Run npm ci, or check the new version and set its SHA-256.`,
    );
  }
  return model.append ? Buffer.concat([bytes, Buffer.from(model.append)]) : bytes;
}

/** 'assets/litert-7280cf44.wasm': named by content, so that a server may cache it for good. */
const addressOf = (model: ModelFile): string => {
  const dot = model.as.lastIndexOf('.');
  return `assets/${model.as.slice(0, dot)}-${model.sha256.slice(0, 8)}${model.as.slice(dot)}`;
};

/**
 * Brings the engine's models and LiteRT's runtime into the build, under
 * addresses named by content. `virtual:engine-files` exports those addresses by name, relative to
 * the page's base. Nothing is downloaded at run time from anywhere but the app's own origin.
 */
export function engineFiles(): Plugin {
  const models = Object.entries<ModelFile>(FILES);
  return {
    name: 'likeness:engine-files',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const addresses = Object.fromEntries(models.map(([name, model]) => [name, addressOf(model)]));
      return `export const engineFiles = ${JSON.stringify(addresses)};`;
    },
    generateBundle() {
      for (const [, model] of models)
        this.emitFile({ type: 'asset', fileName: addressOf(model), source: read(model) });
    },
    configureServer(server) {
      const served = new Map(models.map(([, model]) => [`/${addressOf(model)}`, model]));
      server.middlewares.use((request, response, next) => {
        const model = served.get(request.url?.split('?')[0] ?? '');
        if (!model) {
          next();
          return;
        }
        response.setHeader(
          'Content-Type',
          TYPES[model.as.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        );
        response.setHeader('Cache-Control', 'max-age=31536000, immutable');
        response.end(read(model));
      });
    },
  };
}
