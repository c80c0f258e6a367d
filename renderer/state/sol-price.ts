import { useEffect, useState } from 'react';

import { noted } from '../core/log/log.ts';
import { priceHolds, type SolPrice } from '../core/sol-price.ts';
import { isDue } from './polling.ts';
import { usePorts } from './ports.ts';

/** How often the price is requested while it is shown, and how often its age is updated. */
const ASK_EVERY_MS = 60_000;
const AGE_EVERY_MS = 10_000;

/** The price of SOL, and the current time for computing its age. */
export interface PriceNow {
  readonly price: SolPrice;
  readonly now: number;
}

/**
 * The price of SOL while a screen shows amounts. Undefined until it is known, on test networks,
 * whose SOL is worthless, and when it is too old.
 */
export function useSolPrice(): PriceNow | undefined {
  const { solPrice, clock } = usePorts();
  const [known, setKnown] = useState<PriceNow>();
  useEffect(() => {
    if (!solPrice) return;
    const leaving = new AbortController();
    let price: SolPrice | undefined;
    let askedAt = -Infinity;
    const update = (): void => {
      const now = clock.now();
      if (!leaving.signal.aborted)
        setKnown(price && priceHolds(price, now) ? { price, now } : undefined);
      if (document.visibilityState === 'hidden' || !isDue(askedAt, ASK_EVERY_MS, now)) return;
      askedAt = now;
      solPrice(leaving.signal).then(
        (found) => {
          price = found;
          update();
        },
        (failure: unknown) => {
          if (!leaving.signal.aborted) noted('chain.rpc')(failure);
        },
      );
    };
    update();
    const timer = setInterval(update, AGE_EVERY_MS);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [solPrice, clock]);
  return known;
}
