import { useEffect, useState } from 'react';

import { shortenAddress } from '../../core/constants.ts';
import { usePorts } from '../../state/ports.ts';
import { ExternalLink } from '../shell/index.ts';

/** A shortened transaction signature, linked to an explorer if the network has one. */
export function TransactionLink({ signature }: { readonly signature: string }) {
  const { chain } = usePorts();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let stale = false;
    chain().then(
      (opened) => {
        if (!stale) setUrl(opened.explorerUrl(signature) || undefined);
      },
      () => undefined, // The signature on the screen is enough.
    );
    return () => {
      stale = true;
    };
  }, [chain, signature]);
  const words = <span title={signature}>{shortenAddress(signature)}</span>;
  return url === undefined ? words : <ExternalLink href={url}>{words}</ExternalLink>;
}
