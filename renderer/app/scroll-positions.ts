import type { Location } from 'react-router-dom';

/** Key in session storage of the scroll positions by history entry. */
const SCROLLS = 'likeness.scroll';

/** Key of entries that were opened by their address and so have none of their own. */
export const KEYLESS = 'default';

/** The scroll positions of the tab's history entries, which survive a reload. */
export interface ScrollPositions {
  of(entry: Location): number | undefined;
  /** Records the current position, in CSS pixels from the top. */
  keep(entry: Location): void;
  store(): void;
}

/** Entries without a key of their own are identified by their path. */
const keyOf = ({ key, pathname }: Location): string => (key === KEYLESS ? pathname : key);

function readStored(): Map<string, number> {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(SCROLLS) ?? '{}');
    return new Map(
      Object.entries(found ?? {}).filter((entry): entry is [string, number] =>
        Number.isFinite(entry[1]),
      ),
    );
  } catch {
    return new Map(); // Site data is switched off, or something else wrote there.
  }
}

export function createScrollPositions(): ScrollPositions {
  const positions = readStored();
  return {
    of: (entry) => positions.get(keyOf(entry)),
    keep: (entry) => void positions.set(keyOf(entry), scrollY),
    store() {
      try {
        sessionStorage.setItem(SCROLLS, JSON.stringify(Object.fromEntries(positions)));
      } catch {
        // After a reload, the page then starts at its top.
      }
    },
  };
}
