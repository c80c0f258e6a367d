import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** A file that the engine's worker loads at run time. */
interface ModelFile {
  /** The package it comes from; when missing, the project's own `resources/`. */
  readonly package?: string;
  readonly file: string;
  /** SHA-256 of the bytes used, in hex: the build fails if a package changed under one version. */
  readonly sha256: string;
  /** The range of bytes (end exclusive), if the model is part of a larger file. */
  readonly bytes?: readonly [number, number];
  /** The name it is served under; a hash is added before the extension. */
  readonly as: string;
  /** Text appended to the file. */
  readonly append?: string;
}

// LiteRT's loader is a classic script that only defines a global function. With an export added,
// the same file serves both module workers (Vite's development server) and classic ones, and needs
// neither importScripts nor eval.
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
  // Trained by scripts/parser.
  parser: {
    file: 'models/parser-256-f16.tflite',
    sha256: '244a424c8c6a30445d8cf688fe75f63d5f7bfe8037ffe34902b91d3584b609d9',
    as: 'parser.tflite',
  },
  // Trained by scripts/parser/lenses.py.
  lenses: {
    file: 'models/lenses-128-f16.tflite',
    sha256: 'da343dd84df0f14473a5f00e0b7de5c5b0d2d98304a69885d21aa202f30ab6af',
    as: 'lenses.tflite',
  },
  // Converted from the ONNX file of a package that isn't a dependency: see the notices.
  salience: {
    file: 'models/u2netp-320-f16.tflite',
    sha256: '622d4a8f771cd59eafa7e80f160b1a71276dadcfa7bf87b08ee04345439984d0',
    as: 'salience.tflite',
  },
  // Converted by scripts/parser/recognition.py; from a package that isn't a dependency: see the notices.
  recognition: {
    file: 'models/face-150-f16.tflite',
    sha256: 'e906ed597b17244940f69b339af9d159d37a718e8b3be3ee21870b35e00a9ea2',
    as: 'recognition.tflite',
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
  // For browsers without relaxed SIMD; each browser loads one pair or the other.
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
};

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The path of the file that the model is, or is part of. */
function pathOf(model: ModelFile): string {
  const require = createRequire(import.meta.url);
  const folder =
    model.package === undefined
      ? fileURLToPath(new URL('../../resources', import.meta.url))
      : dirname(require.resolve(`${model.package}/package.json`));
  return join(folder, model.file);
}

/** Length of what is served, in bytes, before any compression on the way. */
const sizeOf = (model: ModelFile): number =>
  (model.bytes ? model.bytes[1] - model.bytes[0] : statSync(pathOf(model)).size) +
  Buffer.byteLength(model.append ?? '');

/**
 * Reads the file's bytes.
 * @throws Error with a readable message if their hash isn't the known one
 */
function read(model: ModelFile): Buffer {
  const whole = readFileSync(pathOf(model));
  const bytes = model.bytes ? whole.subarray(...model.bytes) : whole;
  if (digest(bytes) !== model.sha256) {
    throw new Error(
      `${model.package ?? 'resources'}/${model.file} is not the file this build was made with. Run npm ci, or check the new version and set its SHA-256.`,
    );
  }
  return model.append ? Buffer.concat([bytes, Buffer.from(model.append)]) : bytes;
}

/** For example 'assets/litert-7280cf44.wasm': named by content, so it can be cached for good. */
const addressOf = (model: ModelFile): string => {
  const dot = model.as.lastIndexOf('.');
  return `assets/${model.as.slice(0, dot)}-${model.sha256.slice(0, 8)}${model.as.slice(dot)}`;
};

/**
 * Brings the engine's models and LiteRT's runtime into the build, under URLs named by content.
 * `virtual:engine-files` exports those URLs by name, relative to the page's base, with the files'
 * sizes. At run time nothing is downloaded from anywhere but the app's own origin.
 * @param emit false if another build puts the files under the same origin
 */
export function engineFiles(emit = true): Plugin {
  const models = Object.entries<ModelFile>(FILES);
  return {
    name: 'likeness:engine-files',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const facts = models.map(([name, model]) => [
        name,
        { address: addressOf(model), size: sizeOf(model) },
      ]);
      return `export const engineFiles = ${JSON.stringify(Object.fromEntries(facts))};`;
    },
    generateBundle() {
      if (!emit) return;
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
