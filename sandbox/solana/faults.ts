import { z } from 'zod';

const common = {
  methods: z.array(z.string()).optional(),
  times: z.number().int().positive().optional(),
};

/**
 * Faults that a test can switch on. `methods`: the affected calls (default: all). `times`: the
 * number of requests until the fault clears itself (default: never).
 */
export const faultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rate-limit'), retryAfterSeconds: z.number().default(1), ...common }),
  z.object({
    kind: z.literal('unavailable'),
    status: z.number().min(500).max(599).default(503),
    ...common,
  }),
  /** The request is accepted and never answered. */
  z.object({ kind: z.literal('time-out'), ...common }),
  /** The request takes effect, but its answer is lost. */
  z.object({ kind: z.literal('lost-answer'), ...common }),
  /** sendTransaction returns the signature, but the transaction is dropped. */
  z.object({ kind: z.literal('drop-send'), ...common }),
  /** The same, but the transaction arrives some slots later. */
  z.object({ kind: z.literal('late-send'), slots: z.number().int().positive(), ...common }),
  /** Reads are answered as of that many slots ago. */
  z.object({ kind: z.literal('lag'), slots: z.number().int().positive(), ...common }),
]);
export type Fault = z.infer<typeof faultSchema>;
export type FaultRequest = z.input<typeof faultSchema>;

export class Faults {
  #active: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#active.push({ fault, left: fault.times ?? Infinity });
  }

  clear(): void {
    this.#active = [];
  }

  /**
   * Returns the first active fault of these kinds that affects the methods, and counts it as used
   * once.
   */
  take<K extends Fault['kind']>(
    kinds: readonly K[],
    methods: readonly string[],
  ): Extract<Fault, { kind: K }> | undefined {
    const found = this.#active.find(
      ({ fault }) =>
        (kinds as readonly string[]).includes(fault.kind) &&
        (!fault.methods || fault.methods.some((name) => methods.includes(name))),
    );
    if (!found) return undefined;
    found.left--;
    this.#active = this.#active.filter(({ left }) => left > 0);
    return found.fault as Extract<Fault, { kind: K }>;
  }
}
