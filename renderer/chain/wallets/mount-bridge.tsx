import { createRoot } from 'react-dom/client';
import { WalletBridge } from './bridge.tsx';
import type { BridgeFeed } from './feed.ts';

/** Mounts the bridge in a root of its own that is never shown, for as long as the page lives. */
export function mountBridge(feed: BridgeFeed): void {
  createRoot(document.createElement('div')).render(<WalletBridge feed={feed} />);
}
