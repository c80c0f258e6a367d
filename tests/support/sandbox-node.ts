import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createOrder } from '../../renderer/core/orders/create-order.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import { PLANS } from '../../renderer/core/plans.ts';
import { createRequestLedger } from '../../renderer/platform/request-ledger.ts';
import type { Requests } from '../../renderer/ports/requests.ts';
import { SandboxNode } from '../../sandbox/solana/node.ts';
import { StateFolder } from '../../sandbox/solana/state-folder.ts';

export interface LocalNode {
  readonly node: SandboxNode;
  readonly genesis: string;
  readonly treasury: string;
  /** The requested methods so far, in order. */
  readonly asked: string[];
  readonly requests: Requests;
  /** A guest's new order of Basic, unless `change` says otherwise. */
  order(change?: Partial<Parameters<typeof createOrder>[0]>): Order;
  remove(): void;
}

/** The sandbox's runtime inside the test's process. The test advances its slots. */
export function localNode(): LocalNode {
  const folder = mkdtempSync(join(tmpdir(), 'likeness-node-'));
  const node = new SandboxNode(new StateFolder(folder), 0);
  const asked: string[] = [];
  const { genesis } = node.chain.identity;
  const treasury = node.chain.identity.treasury.publicKey.toBase58();
  return {
    node,
    genesis,
    treasury,
    asked,
    order: (change) =>
      createOrder({
        plan: PLANS.basic,
        scope: { profileId: 'guest', genesis },
        treasury,
        slot: 1,
        now: Date.now(),
        random: (length) => crypto.getRandomValues(new Uint8Array(length)),
        ...change,
      }),
    requests: {
      json: ({ label, body, purpose }) => {
        if (purpose !== 'chain')
          return Promise.reject(new Error(`a chain's request for ${purpose}`));
        asked.push(label);
        return Promise.resolve({
          status: 200,
          text: JSON.stringify(node.answer(JSON.parse(body))),
        });
      },
      get: () => Promise.reject(new Error('the chain is asked by JSON-RPC alone')),
      note: () => undefined,
      relay: () => Promise.reject(new Error('the chain is asked by JSON-RPC alone')),
      publish: () => Promise.reject(new Error('the chain is asked by JSON-RPC alone')),
      ledger: createRequestLedger(() => 0),
    },
    remove() {
      node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
