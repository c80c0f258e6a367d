import { useCallback, useEffect, useRef, useState } from 'react';
import { z } from 'zod';

import type { AppConfig } from '../core/config.ts';
import { note } from '../core/log/log.ts';
import { PRICE_BOOK_VERSION } from '../core/plans.ts';
import type { Requests } from '../ports/requests.ts';
import { usePorts } from './ports.ts';

interface NewerVersion {
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
    void checkForNewer({ requests, config, origin: document.baseURI }).then((newer) => {
      setFound(newer);
      newest.current = newer;
    });
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

/** What the server has that is newer than this page: an app version, or prices. */
export type Newer = 'none' | 'app' | 'prices';

const versionFile = z.object({ build: z.string(), priceBook: z.number().int() });
/** A user who wants to pay doesn't wait any longer for an answer that may not come. */
const TIMEOUT_MS = 2_500;
const LARGEST_FILE_BYTES = 4_096;

/**
 * Asks the app's own origin for its newest build. Returns 'none' offline, during development, and
 * in the desktop app, whose files are local.
 */
export async function checkForNewer({
  requests,
  config,
  origin,
}: {
  readonly requests: Pick<Requests, 'get'>;
  readonly config: Pick<AppConfig, 'build'>;
  readonly origin: string;
}): Promise<Newer> {
  if (config.build === undefined) return 'none';
  try {
    const url = new URL('/version.json', origin).href;
    const { status, bytes } = await requests.get({
      url,
      purpose: 'update',
      label: 'version.json',
      largest: LARGEST_FILE_BYTES,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status !== 200) return 'none';
    const { build, priceBook } = versionFile.parse(JSON.parse(new TextDecoder().decode(bytes)));
    if (priceBook > PRICE_BOOK_VERSION) return 'prices';
    return build === config.build ? 'none' : 'app';
  } catch (thrown) {
    note('updates.version', thrown);
    return 'none';
  }
}
