import { readFileSync } from 'node:fs';
import { z } from 'zod';

import { openLine, type Line } from '../../engine-host/line.ts';
import { EngineError, type LookEngine } from '../../renderer/core/engines/engine.ts';
import { OWN_GRAPHS } from '../../renderer/core/engines/graph.ts';
import { authorizationOf, protocolOf } from '../../renderer/core/engines/protocol.ts';
import { engineAddress, engineName, type AddressClass } from '../../renderer/core/engines/setup.ts';
import { LOOKS, type Look } from '../../renderer/core/looks.ts';
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
 * What opens each of the engines that `LIKENESS_ENGINES` names, by name: JSON, or the path of a file with
 * it. Opening one throws StudioError 'usage' if its key or workflow is missing.
 * @throws StudioError 'usage' if that can't be read
 */
export function namedEngines(): ReadonlyMap<string, () => NamedEngine> {
  const given = process.env['LIKENESS_ENGINES'] ?? '';
  if (given.trim() === '') return new Map();
  let content: unknown;
  try {
    content = JSON.parse(given.trim().startsWith('{') ? given : readFileSync(given, 'utf8'));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'unreadable';
    throw new StudioError('usage', `LIKENESS_ENGINES can’t be read as JSON: ${reason}`);
  }
  const read = engines.safeParse(content);
  if (!read.success) throw new StudioError('usage', `LIKENESS_ENGINES: ${faultsOf(read.error)}`);
  return new Map(Object.entries(read.data).map(([name, setup]) => [name, () => open(name, setup)]));
}

/** An engine with a way to it; what its name stood for then is where photos go. */
export interface OpenEngine {
  readonly named: NamedEngine;
  readonly line: Line;
}

/** @throws StudioError 'missing' if its address can't be found, or isn't one for photos */
export async function openEngine(named: NamedEngine): Promise<OpenEngine> {
  return { named, line: await openLine(named).catch((thrown: unknown) => away(named, thrown)) };
}

/** Asks the engine what it lacks, without a photo. @throws EngineError if anything */
export async function checkReady({ named, line }: OpenEngine): Promise<readonly string[]> {
  const { missing, sendsOn } = await line.follow(named.protocol.probe());
  if (missing.length > 0) throw new EngineError('not-ready', missing.join('; '));
  return sendsOn;
}

/** By name, the engines that requests may name: none unless the operator lets photos go to them. */
export type OpenEngines = ReadonlyMap<string, OpenEngine>;
/** @throws StudioError if one of them can't be used: a service doesn't start with part of its engines */
export async function openEngines(mayBeSent: boolean): Promise<OpenEngines> {
  const named = mayBeSent ? [...namedEngines().values()].map((open) => open()) : [];
  const open = await Promise.all(named.map(openEngine));
  for (const one of open)
    process.stdout.write(`Photos go to ${whereOf(one)}, if a request names it.\n`);
  return new Map(open.map((one) => [one.named.name, one]));
}

/** @throws StudioError 'missing' with an engine's failure */
export function away({ name, address }: NamedEngine, thrown: unknown): never {
  if (!(thrown instanceof EngineError)) throw thrown;
  throw new StudioError('missing', `${name} at ${address}: ${thrown.message}`);
}

/** @throws StudioError 'usage' if a look is a photograph and the engine paints over photos */
export function checkLooks({ name, protocol }: NamedEngine, looks: readonly Look[]): void {
  if (protocol.edits || looks.every(({ check }) => check === 'shape')) return;
  const art = LOOKS.filter(({ check }) => check === 'shape').map(({ id }) => id);
  throw new StudioError(
    'usage',
    `${name} paints over a photo and can't keep a face, so it makes art only: ${art.join(', ')}.`,
  );
}

const WHERE: Readonly<Record<AddressClass, string>> = {
  machine: 'on this machine',
  network: 'in this network',
  internet: 'on the internet',
};
/** 'own at http://…, on this machine'. */
export const whereOf = ({ named: { name, address }, line }: OpenEngine): string =>
  `${name} at ${address}, ${WHERE[line.class]}`;
