import { Chain, type Commitment } from './chain.ts';
import { Faults } from './faults.ts';
import { answer, methodsOf, type RpcResponse } from './rpc/dispatch.ts';
import type { StateFolder } from './state-folder.ts';
import type { ParsedTransaction } from './wire.ts';

/** A chain, its slot clock and its active faults. */
export class SandboxNode {
  readonly chain: Chain;
  readonly faults = new Faults();
  #late: { readonly transaction: ParsedTransaction; readonly slot: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(state: StateFolder, slotMs: number) {
    this.chain = new Chain(state);
    this.setRhythm(slotMs);
  }

  /** Milliseconds per slot; 0 stops the clock, so that only `advance` moves it. */
  setRhythm(slotMs: number): void {
    clearInterval(this.#timer);
    this.#timer = slotMs > 0 ? setInterval(() => this.advance(1), slotMs) : undefined;
  }

  advance(slots: number): void {
    for (let step = 0; step < slots; step++) {
      this.chain.advance(1);
      const now = this.chain.top('processed');
      const due = this.#late.filter(({ slot }) => slot <= now);
      this.#late = this.#late.filter(({ slot }) => slot > now);
      for (const { transaction } of due) this.chain.submit(transaction);
    }
  }

  answer(body: unknown): RpcResponse | RpcResponse[] {
    const methods = methodsOf(body);
    const lag = this.faults.take(['lag'], methods)?.slots ?? 0;
    const send = methods.includes('sendTransaction')
      ? this.faults.take(['drop-send', 'late-send'], methods)
      : undefined;
    return answer(body, {
      chain: this.chain,
      top: (commitment: Commitment) => Math.max(0, this.chain.top(commitment) - lag),
      forward: (transaction) => {
        if (!send) this.chain.submit(transaction);
        else if (send.kind === 'late-send')
          this.#late.push({ transaction, slot: this.chain.top('processed') + send.slots });
      },
    });
  }

  stop(): void {
    clearInterval(this.#timer);
    this.chain.close();
  }
}
