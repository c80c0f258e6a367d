import { toBase64 } from '../base64.ts';
import { comfyEngine } from './comfy.ts';
import { editsEngine } from './edits.ts';
import { EngineError, type LookEngine } from './engine.ts';
import { OWN_GRAPHS, readGraph, type Graph } from './graph.ts';
import { sdapiEngine } from './sdapi.ts';
import { sdcppEngine } from './sdcpp.ts';
import type { EngineKind, EngineSetup } from './setup.ts';

const isOwn = (name: string): name is keyof typeof OWN_GRAPHS => Object.hasOwn(OWN_GRAPHS, name);

/** @throws EngineError 'not-ready' */
function graphOf(workflow: string): Graph {
  if (isOwn(workflow)) return OWN_GRAPHS[workflow];
  try {
    return readGraph(JSON.parse(workflow));
  } catch (thrown) {
    if (thrown instanceof EngineError) throw thrown;
    throw new EngineError('not-ready', 'its workflow isn’t JSON');
  }
}

/** What an engine speaks. @throws EngineError 'not-ready' if its workflow can't be used */
export function protocolOf({
  kind,
  model,
  workflow = 'qwen-edit',
}: Pick<EngineSetup, 'kind' | 'model' | 'workflow'>): LookEngine {
  switch (kind) {
    case 'edits':
      return editsEngine({ model });
    case 'comfy':
      return comfyEngine(graphOf(workflow));
    case 'sdcpp':
      return sdcppEngine();
    case 'sdapi':
      return sdapiEngine();
  }
}

/**
 * The header of that name. AUTOMATIC1111 has a name and a password, as in its --api-auth; the others
 * take tokens.
 */
export const authorizationOf = (kind: EngineKind, key: string | undefined): string | undefined =>
  key === undefined || key === ''
    ? undefined
    : kind === 'sdapi'
      ? `Basic ${toBase64(new TextEncoder().encode(key))}`
      : `Bearer ${key}`;
