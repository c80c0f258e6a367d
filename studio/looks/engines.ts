import { readFileSync } from 'node:fs';
import { z } from 'zod';

import { comfyEngine } from '../../renderer/core/engines/comfy.ts';
import { editsEngine } from '../../renderer/core/engines/edits.ts';
import type { LookEngine } from '../../renderer/core/engines/engine.ts';
import { OWN_GRAPHS, readGraph } from '../../renderer/core/engines/graph.ts';
import { sdapiEngine } from '../../renderer/core/engines/sdapi.ts';
import { sdcppEngine } from '../../renderer/core/engines/sdcpp.ts';
import { StudioError } from '../failures.ts';
import { faultsOf } from '../recipes.ts';

const common = {
  address: z
    .string()
    .refine((address) => {
      if (!URL.canParse(address)) return false;
      const { protocol, username, password, search, hash } = new URL(address);
      return /^https?:$/.test(protocol) && [username, password, search, hash].every((one) => !one);
    }, 'An address is like http://127.0.0.1:8188, without a name, a password or a query.')
    .transform((address) => address.replace(/\/+$/, '')),
  /** The environment variable that holds the key. */
  key: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, 'A key is named by the environment variable that holds it.')
    .optional(),
};

const engine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('edits'), ...common, model: z.string().min(1).optional() }),
  z.strictObject({
    kind: z.literal('comfy'),
    ...common,
    /** One of our own, or the path of a file. */
    workflow: z.string().min(1).default('qwen-edit'),
  }),
  z.strictObject({ kind: z.literal('sdcpp'), ...common }),
  z.strictObject({ kind: z.literal('sdapi'), ...common }),
]);
const engines = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'A name has small letters, digits and hyphens.'),
  engine,
);

/** An engine as the operator set it up. */
export interface NamedEngine {
  readonly name: string;
  readonly kind: z.infer<typeof engine>['kind'];
  /** Without a slash at its end. */
  readonly address: string;
  /** The header of that name, if the engine wants a key. */
  readonly authorization: string | undefined;
  readonly model: string;
  readonly protocol: LookEngine;
}

/** @throws StudioError 'usage' if the file can't be read, or isn't a workflow that can be used */
function workflowOf(workflow: string): LookEngine {
  try {
    if (workflow === 'kontext' || workflow === 'qwen-edit')
      return comfyEngine(OWN_GRAPHS[workflow]);
    return comfyEngine(readGraph(JSON.parse(readFileSync(workflow, 'utf8'))));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'unreadable';
    throw new StudioError('usage', `LIKENESS_ENGINES: the workflow ${workflow}: ${reason}`);
  }
}

function protocolOf(setup: z.infer<typeof engine>): LookEngine {
  switch (setup.kind) {
    case 'edits':
      return editsEngine({ model: setup.model });
    case 'comfy':
      return workflowOf(setup.workflow);
    case 'sdcpp':
      return sdcppEngine();
    case 'sdapi':
      return sdapiEngine();
  }
}

/** What a picture's recipe says of the engine, besides its kind: a model, or a workflow. */
const modelOf = (setup: z.infer<typeof engine>): string =>
  setup.kind === 'edits' ? (setup.model ?? '') : setup.kind === 'comfy' ? setup.workflow : '';

function open(name: string, setup: z.infer<typeof engine>): NamedEngine {
  const { kind, address } = setup;
  const key = setup.key === undefined ? undefined : process.env[setup.key];
  if (setup.key !== undefined && !key)
    throw new StudioError(
      'usage',
      `LIKENESS_ENGINES: ${name} has its key in ${setup.key}, which is empty.`,
    );
  // AUTOMATIC1111 has a name and a password, as in its --api-auth; the others take tokens.
  const authorization =
    key === undefined
      ? undefined
      : kind === 'sdapi'
        ? `Basic ${Buffer.from(key).toString('base64')}`
        : `Bearer ${key}`;
  return { name, kind, address, authorization, model: modelOf(setup), protocol: protocolOf(setup) };
}

/**
 * The engines that `LIKENESS_ENGINES` names: JSON, or the path of a file with it.
 * @throws StudioError 'usage' if that can't be read
 */
export function namedEngines(): NamedEngine[] {
  const given = process.env['LIKENESS_ENGINES'] ?? '';
  if (given.trim() === '') return [];
  let content: unknown;
  try {
    content = JSON.parse(given.trim().startsWith('{') ? given : readFileSync(given, 'utf8'));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'unreadable';
    throw new StudioError('usage', `LIKENESS_ENGINES can’t be read as JSON: ${reason}`);
  }
  const read = engines.safeParse(content);
  if (!read.success) throw new StudioError('usage', `LIKENESS_ENGINES: ${faultsOf(read.error)}`);
  return Object.entries(read.data).map(([name, setup]) => open(name, setup));
}
