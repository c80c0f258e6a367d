import { z } from 'zod';

import { faultSchema } from './faults.ts';
import type { SandboxNode } from './node.ts';
import { address } from './rpc/protocol.ts';

const delays = z.object({
  confirmedAfter: z.number().int().nonnegative(),
  finalizedAfter: z.number().int().nonnegative(),
});
const slots = z.object({ slots: z.number().int().min(1).max(10_000) });

type Action = (node: SandboxNode, input: unknown) => unknown;

/** The sandbox's own controls: `POST /sandbox/<name>` with a JSON body. */
const ACTIONS: Readonly<Record<string, Action>> = {
  state: ({ chain }) => ({
    genesis: chain.identity.genesis,
    treasury: chain.identity.treasury.publicKey.toBase58(),
    processed: chain.top('processed'),
    confirmed: chain.top('confirmed'),
    finalized: chain.top('finalized'),
    transactions: chain.transactionCount,
  }),
  faucet(node, input) {
    const { address: to, lamports } = z
      .object({ address, lamports: z.number().int().positive() })
      .parse(input);
    return { signature: node.chain.airdrop(to, lamports) };
  },
  advance(node, input) {
    node.advance(slots.parse(input).slots);
    return { processed: node.chain.top('processed') };
  },
  rhythm(node, input) {
    node.setRhythm(z.object({ slotMs: z.number().int().nonnegative() }).parse(input).slotMs);
    return {};
  },
  delays(node, input) {
    node.chain.setDelays(delays.parse(input));
    return {};
  },
  fork(node, input) {
    node.chain.fork(z.object({ keep: z.number().int().nonnegative() }).parse(input).keep);
    return {};
  },
  fault(node, input) {
    node.faults.add(faultSchema.parse(input));
    return {};
  },
  heal(node) {
    node.faults.clear();
    return {};
  },
};

/** @throws Error with a message if the name or the input is invalid */
export function administer(node: SandboxNode, name: string, input: unknown): unknown {
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action)
    throw new Error(`The sandbox has no '${name}': it knows ${Object.keys(ACTIONS).join(', ')}.`);
  return action(node, input);
}
