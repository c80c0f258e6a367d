import { useCallback, useEffect, useRef, useState } from 'react';

import { lookForNewer, type Newer } from '../../state/newer-version.ts';
import { usePorts } from '../../state/ports.ts';

export interface NewerVersion {
  readonly found: Newer;
  /** Looks once more before money moves; false when the person should read the news first. */
  readonly mayPay: () => Promise<boolean>;
}

/** Whether the server has a newer app or newer prices. Nothing is ever swapped by itself. */
export function useNewer(): NewerVersion {
  const { requests, config } = usePorts();
  const [found, setFound] = useState<Newer>('none');
  const told = useRef<Newer>('none');
  const look = useCallback(async (): Promise<Newer> => {
    const newer = await lookForNewer({ requests, config, origin: document.baseURI });
    setFound(newer);
    return newer;
  }, [requests, config]);
  useEffect(() => {
    let stale = false;
    void lookForNewer({ requests, config, origin: document.baseURI }).then((newer) => {
      if (stale) return;
      setFound(newer);
      told.current = newer;
    });
    return () => {
      stale = true;
    };
  }, [requests, config]);
  const mayPay = useCallback(async () => {
    const newer = await look();
    const known = told.current;
    told.current = newer;
    // Old prices buy nothing that we sell; an old app that was named is the person's choice.
    return newer === 'none' || (newer === 'app' && known === 'app');
  }, [look]);
  return { found, mayPay };
}
