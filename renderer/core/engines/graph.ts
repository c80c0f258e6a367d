import { z } from 'zod';

import { EngineError } from './engine.ts';

/** A workflow in ComfyUI's API format: nodes by id, whose inputs are values or links to other nodes. */
const node = z.looseObject({
  class_type: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  _meta: z.looseObject({ title: z.string().optional() }).optional(),
});
const graph = z.record(z.string(), node);
export type Graph = z.infer<typeof graph>;

/** Where a workflow takes what a look needs: node and input. */
export type Slot = readonly [node: string, input: string];
export interface Slots {
  readonly photo: Slot;
  readonly prompt: Slot;
  /** Every seed: each of them has to be another one, or nothing new is made. */
  readonly seeds: readonly Slot[];
}

/**
 * Reads a workflow that the user exported.
 * @throws EngineError 'not-ready' with what to do about it
 */
export function readGraph(content: unknown): Graph {
  const isEditors = z.looseObject({ nodes: z.array(z.unknown()), links: z.unknown() });
  if (isEditors.safeParse(content).success)
    throw new EngineError(
      'not-ready',
      'its workflow is in the format of ComfyUI’s editor; export it again with Workflow, Export (API)',
    );
  // Some programs wrap it as it is sent.
  const wrapped = z.looseObject({ prompt: graph }).safeParse(content);
  const read = wrapped.success ? wrapped.data.prompt : graph.safeParse(content).data;
  if (!read || Object.keys(read).length === 0)
    throw new EngineError(
      'not-ready',
      'its workflow isn’t one that ComfyUI exports with Export (API)',
    );
  return read;
}

/** The node that an input is linked to. */
const linked = (graph: Graph, value: unknown): string | undefined => {
  const link = z.tuple([z.string(), z.number()]).safeParse(value);
  return link.success && Object.hasOwn(graph, link.data[0]) ? link.data[0] : undefined;
};

const TEXTS = ['prompt', 'text', 't5xxl'] as const;
const SEEDS = ['seed', 'noise_seed'] as const;
const PHOTOS = ['LoadImage', 'ETN_LoadImageBase64'];

/** Nodes that hold a text, upstream of a node's input, each once. */
function textsAbove(graph: Graph, from: string): string[] {
  const seen = new Set<string>();
  const found: string[] = [];
  const walk = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const inputs = graph[id]?.inputs ?? {};
    if (TEXTS.some((name) => typeof inputs[name] === 'string')) {
      found.push(id);
      return;
    }
    for (const [name, value] of Object.entries(inputs)) {
      if (name === 'negative') continue;
      const next = linked(graph, value);
      if (next !== undefined) walk(next);
    }
  };
  walk(from);
  return found;
}

const titleOf = (graph: Graph, id: string): string =>
  graph[id]?._meta?.title ?? graph[id]?.class_type ?? id;

/** The only one of the places. @throws EngineError 'not-ready' that names them by their titles */
function only(what: string, [first, ...more]: readonly Place[]): string {
  if (!first) throw new EngineError('not-ready', `its workflow has no place for ${what}`);
  if (more.length > 0)
    throw new EngineError(
      'not-ready',
      `its workflow has several places for ${what}: ${[first, ...more].map(({ title }) => title).join(', ')}; give the one to use the title ${what}`,
    );
  return first.id;
}

/** A node that could take a look's photo or words, as the workflow's author titled it. */
export interface Place {
  readonly id: string;
  readonly title: string;
}

/** The nodes that could take the photo, and those that could take the words: see `slotsOf`. */
export function placesOf(graph: Graph): Readonly<Record<'photo' | 'prompt', readonly Place[]>> {
  const ids = Object.keys(graph);
  const sampled = ids.flatMap((id) => linked(graph, graph[id]?.inputs['positive']) ?? []);
  // A guider without a negative has its one text under another name.
  const guided = ids
    .filter((id) => graph[id]?.class_type.endsWith('Guider'))
    .flatMap((id) => linked(graph, graph[id]?.inputs['conditioning']) ?? []);
  const conditioned = [...sampled, ...guided];
  const texts = [...new Set(conditioned.flatMap((id) => textsAbove(graph, id)))].filter(
    // What is only reached by 'negative' isn't walked to; an empty text beside others is one as well.
    (id, _, all) => all.length === 1 || TEXTS.some((name) => Boolean(graph[id]?.inputs[name])),
  );
  const places = (what: string, found: readonly string[]): Place[] => {
    const all = found.map((id) => ({ id, title: titleOf(graph, id) }));
    const titled = all.filter(({ title }) => title.toLowerCase() === what);
    return titled.length > 0 ? titled : all;
  };
  return {
    photo: places(
      'photo',
      ids.filter((id) => PHOTOS.includes(graph[id]?.class_type ?? '')),
    ),
    prompt: places('prompt', texts),
  };
}

/** The workflow with one node titled 'photo' or 'prompt', and no other, so that it is the place. */
export function withPlace(graph: Graph, what: 'photo' | 'prompt', id: string): Graph {
  const titled = (node: Graph[string], title: string): Graph[string] => ({
    ...node,
    _meta: { ...node._meta, title },
  });
  return Object.fromEntries(
    Object.entries(graph).map(([one, node]) => {
      if (one === id) return [one, titled(node, what)];
      const isOther = titleOf(graph, one).toLowerCase() === what;
      return [one, isOther ? titled(node, node.class_type) : node];
    }),
  );
}

/**
 * Finds the places by walking the workflow from its samplers upwards. Where there are several, the one
 * whose title is 'photo' or 'prompt' counts.
 * @throws EngineError 'not-ready'
 */
export function slotsOf(graph: Graph): Slots {
  const places = placesOf(graph);
  const photo = only('photo', places.photo);
  const prompt = only('prompt', places.prompt);
  const input = TEXTS.find((name) => typeof graph[prompt]?.inputs[name] === 'string') ?? 'text';
  const seeds = Object.keys(graph).flatMap((id) =>
    SEEDS.filter((name) => typeof graph[id]?.inputs[name] === 'number').map((name): Slot => [
      id,
      name,
    ]),
  );
  return { photo: [photo, 'image'], prompt: [prompt, input], seeds };
}

/** A copy of the workflow with other values in some places. */
export function withValues(
  graph: Graph,
  values: readonly (readonly [Slot, value: unknown])[],
): Graph {
  const copy = { ...graph };
  for (const [[id, input], value] of values) {
    const before = copy[id];
    if (before) copy[id] = { ...before, inputs: { ...before.inputs, [input]: value } };
  }
  return copy;
}

const link = (id: string, output = 0): readonly [string, number] => [id, output];
const of = (class_type: string, inputs: Record<string, unknown>): Graph[string] => ({
  class_type,
  inputs,
});

/** The nodes after model, latent, vae and `nothing`: sampled, decoded, and shown as a preview. */
const pictured = (positive: string, cfg: number): Graph => ({
  sampler: of('KSampler', {
    model: link('model'),
    positive: link(positive),
    negative: link('nothing'),
    latent_image: link('latent'),
    seed: 0,
    steps: 20,
    cfg,
    sampler_name: 'euler',
    scheduler: 'simple',
    denoise: 1,
  }),
  decoded: of('VAEDecode', { samples: link('sampler'), vae: link('vae') }),
  // A preview is kept in the engine's temporary folder, which it empties.
  result: of('PreviewImage', { images: link('decoded') }),
});

/** Our own workflow for FLUX.1 Kontext, with the names of ComfyUI's own downloads. */
const KONTEXT: Graph = {
  model: of('UNETLoader', {
    unet_name: 'flux1-dev-kontext_fp8_scaled.safetensors',
    weight_dtype: 'default',
  }),
  clip: of('DualCLIPLoader', {
    clip_name1: 'clip_l.safetensors',
    clip_name2: 't5xxl_fp8_e4m3fn_scaled.safetensors',
    type: 'flux',
  }),
  vae: of('VAELoader', { vae_name: 'ae.safetensors' }),
  photo: of('LoadImage', { image: '' }),
  scaled: of('FluxKontextImageScale', { image: link('photo') }),
  latent: of('VAEEncode', { pixels: link('scaled'), vae: link('vae') }),
  prompt: of('CLIPTextEncode', { clip: link('clip'), text: '' }),
  reference: of('ReferenceLatent', { conditioning: link('prompt'), latent: link('latent') }),
  guidance: of('FluxGuidance', { conditioning: link('reference'), guidance: 2.5 }),
  nothing: of('ConditioningZeroOut', { conditioning: link('prompt') }),
  ...pictured('guidance', 1),
};

/** Our own workflow for Qwen-Image-Edit, with the names of ComfyUI's own downloads. */
const QWEN: Graph = {
  loaded: of('UNETLoader', {
    unet_name: 'qwen_image_edit_2511_fp8mixed.safetensors',
    weight_dtype: 'default',
  }),
  shifted: of('ModelSamplingAuraFlow', { model: link('loaded'), shift: 3.1 }),
  model: of('CFGNorm', { model: link('shifted'), strength: 1 }),
  clip: of('CLIPLoader', {
    clip_name: 'qwen_2.5_vl_7b_fp8_scaled.safetensors',
    type: 'qwen_image',
  }),
  vae: of('VAELoader', { vae_name: 'qwen_image_vae.safetensors' }),
  photo: of('LoadImage', { image: '' }),
  scaled: of('FluxKontextImageScale', { image: link('photo') }),
  latent: of('VAEEncode', { pixels: link('scaled'), vae: link('vae') }),
  prompt: of('TextEncodeQwenImageEditPlus', {
    clip: link('clip'),
    vae: link('vae'),
    image1: link('scaled'),
    prompt: '',
  }),
  nothing: of('TextEncodeQwenImageEditPlus', {
    clip: link('clip'),
    vae: link('vae'),
    image1: link('scaled'),
    prompt: '',
  }),
  ...pictured('prompt', 2.5),
};

export const OWN_GRAPHS = { kontext: KONTEXT, 'qwen-edit': QWEN } as const;
