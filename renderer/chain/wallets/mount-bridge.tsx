import { createRoot } from 'react-dom/client';

import { WalletBridge, type BridgeProps } from './bridge.tsx';

/** Mounts the bridge in a root of its own that is never shown, for as long as the page lives. */
export function mountBridge(props: BridgeProps): void {
  createRoot(document.createElement('div')).render(<WalletBridge {...props} />);
}
