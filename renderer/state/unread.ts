import { useEffect, useState } from 'react';

import { emailProfile, isEmailProfile } from '../core/scope.ts';
import type { UnreadRow } from '../ports/store.ts';
import { useAccount, usePorts } from './ports.ts';

/** The unreadable rows of guests and wallets on this device, and of the account that is open. */
export function useUnreadRows(): readonly UnreadRow[] {
  const { store } = usePorts();
  const [unread, setUnread] = useState<readonly UnreadRow[]>([]);
  useEffect(() => store.watchUnread(setUnread), [store]);
  const { status, id } = useAccount();
  return unread.filter(
    ({ profileId }) =>
      !isEmailProfile(profileId) ||
      (status === 'open' && id !== undefined && profileId === emailProfile(id)),
  );
}
