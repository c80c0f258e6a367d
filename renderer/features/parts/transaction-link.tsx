import { useCallback } from 'react';

import { shortenAddress } from '../../core/constants.ts';
import { usePorts } from '../../state/ports.ts';
import { useAsync } from '../../state/use-async.ts';
import { ExternalLink } from './external-link.tsx';

/** A shortened transaction signature, linked to an explorer if the network has one. */
export function TransactionLink({ signature }: { readonly signature: string }) {
  const { chain } = usePorts();
  const read = useCallback(
    () =>
      chain().then(
        (opened) => opened.explorerUrl(signature) || undefined,
        () => undefined, // The signature on the screen is enough.
      ),
    [chain, signature],
  );
  const url = useAsync(read);
  const words = <span title={signature}>{shortenAddress(signature)}</span>;
  return url === undefined ? words : <ExternalLink href={url}>{words}</ExternalLink>;
}
