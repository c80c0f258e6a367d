import { useCallback, useEffect, useRef, useState } from 'react';

import { checkForNewer, type Newer } from '../../state/newer-version.ts';
import { usePorts } from '../../state/ports.ts';

export interface NewerVersion {
  readonly found: Newer;
  /** Checks again before money moves; false if the user should read about them first. */
  readonly mayPay: () => Promise<boolean>;
}

/** Whether the server has a newer app or newer prices. Nothing reloads by itself. */
export function useNewer(): NewerVersion {
  const { requests, config } = usePorts();
  const [found, setFound] = useState<Newer>('none');
  const newest = useRef<Newer>('none');
  const check = useCallback(async (): Promise<Newer> => {
    const newer = await checkForNewer({ requests, config, origin: document.baseURI });
    setFound(newer);
    return newer;
  }, [requests, config]);
  useEffect(() => {
    let stale = false;
    void checkForNewer({ requests, config, origin: document.baseURI }).then((newer) => {
      if (stale) return;
      setFound(newer);
      newest.current = newer;
    });
    return () => {
      stale = true;
    };
  }, [requests, config]);
  const mayPay = useCallback(async () => {
    const newer = await check();
    const known = newest.current;
    newest.current = newer;
    // At old prices nothing is sold. Using an old app is the user's choice once they know of the
    // new one.
    return newer === 'none' || (newer === 'app' && known === 'app');
  }, [check]);
  return { found, mayPay };
}
