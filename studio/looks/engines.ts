import { readFileSync } from 'node:fs';
import { z } from 'zod';

import type { LookEngine } from '../../renderer/core/engines/engine.ts';
import { OWN_GRAPHS } from '../../renderer/core/engines/graph.ts';
import { authorizationOf, protocolOf } from '../../renderer/core/engines/protocol.ts';
import { engineAddress, engineName } from '../../renderer/core/engines/setup.ts';
import { StudioError } from '../failures.ts';
import { faultsOf } from '../recipes.ts';

const common = {
  address: engineAddress,
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
const engines = z.record(engineName, engine);

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

/** @throws StudioError 'usage' if its workflow can't be read, or isn't one that can be used */
function speaking(setup: z.infer<typeof engine>): LookEngine {
  const { kind } = setup;
  if (kind === 'edits') return protocolOf({ kind, ...(setup.model && { model: setup.model }) });
  if (kind !== 'comfy') return protocolOf({ kind });
  const { workflow } = setup;
  try {
    const isOwn = Object.hasOwn(OWN_GRAPHS, workflow);
    return protocolOf({ kind, workflow: isOwn ? workflow : readFileSync(workflow, 'utf8') });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'unreadable';
    throw new StudioError('usage', `LIKENESS_ENGINES: the workflow ${workflow}: ${reason}`);
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
  const authorization = authorizationOf(kind, key);
  return { name, kind, address, authorization, model: modelOf(setup), protocol: speaking(setup) };
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
