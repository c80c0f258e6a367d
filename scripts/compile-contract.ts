import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';

/** The contract: its source, and the artifact that is committed with it. */
export const AVATARS = {
  name: 'LikenessAvatars',
  source: 'resources/contracts/likeness-avatars.sol',
  artifact: 'resources/contracts/likeness-avatars.json',
} as const;

const require = createRequire(import.meta.url);
/** The package's own types are `any`. */
interface Compiler {
  version(): string;
  compile(
    input: string,
    callbacks: { import(path: string): { contents: string } | { error: string } },
  ): string;
}

const output = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.record(z.string(), z.unknown())),
          evm: z.object({ bytecode: z.object({ object: z.string() }) }),
        }),
      ),
    )
    .default({}),
});

/**
 * The artifact that is committed beside the source, so that nobody needs a compiler to deploy or
 * call it.
 */
export interface ContractArtifact {
  readonly contract: string;
  readonly compiler: string;
  readonly settings: object;
  readonly abi: readonly Readonly<Record<string, unknown>>[];
  /** Creation code, hex with 0x. The constructor's arguments are appended to it. */
  readonly bytecode: `0x${string}`;
}

const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
};

/**
 * Compiles a contract offline with the pinned compiler and OpenZeppelin version. The bytes are the
 * same on every machine: file names are relative.
 * @throws Error with the compiler's messages, also for warnings
 */
export async function compileContract({
  name,
  source,
}: { readonly name: string; readonly source: string } = AVATARS): Promise<ContractArtifact> {
  // A CommonJS module of several megabytes, loaded on first use.
  const solc = (await import('solc')).default as Compiler;
  const input = {
    language: 'Solidity',
    sources: { [source]: { content: readFileSync(source, 'utf8') } },
    settings,
  };
  const find = (path: string): { contents: string } | { error: string } => {
    try {
      return { contents: readFileSync(require.resolve(path), 'utf8') };
    } catch {
      return { error: `${path} is not installed.` };
    }
  };
  const { errors, contracts } = output.parse(
    JSON.parse(solc.compile(JSON.stringify(input), { import: find })),
  );
  if (errors.length > 0)
    throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const compiled = contracts[source]?.[name];
  if (!compiled) throw new Error(`The compiler gave no ${name}.`);
  return {
    contract: name,
    compiler: solc.version(),
    settings: { optimizer: settings.optimizer, evmVersion: settings.evmVersion },
    abi: compiled.abi,
    bytecode: `0x${compiled.evm.bytecode.object}`,
  };
}
